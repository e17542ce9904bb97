import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

/** Which rooms a room may look into, and which packages it may use. What is not listed is not allowed. */
const ROOMS: Readonly<Record<string, { own: readonly string[]; packages: RegExp }>> = {
  "app/model": { own: ["app/model"], packages: /^zod$/ },
  "app/statistics": { own: ["app/statistics", "app/model"], packages: /^$/ },
  "app/knowledge": { own: ["app/knowledge", "app/model"], packages: /^zod$/ },
  "app/diagnosis": { own: ["app/diagnosis", "app/knowledge", "app/requests", "app/statistics", "app/model"], packages: /^$/ },
  "app/csv": { own: ["app/csv", "app/model"], packages: /^$/ },
  "app/imports": { own: ["app/imports", "app/csv", "app/model"], packages: /^$/ },
  "app/dumps": { own: ["app/dumps", "app/model"], packages: /^zod$/ },
  "app/requests": { own: ["app/requests", "app/csv", "app/model"], packages: /^zod$/ },
  "app/comparison": { own: ["app/comparison", "app/diagnosis", "app/requests", "app/statistics", "app/model"], packages: /^$/ },
  "app/schedule": { own: ["app/schedule", "app/diagnosis", "app/statistics", "app/model"], packages: /^$/ },
  "app/figures": { own: ["app/figures", "app/diagnosis", "app/statistics", "app/model"], packages: /^d3-(array|scale|shape|format)$/ },
  "app/report": {
    own: ["app/report", "app/comparison", "app/figures", "app/schedule", "app/requests", "app/diagnosis", "app/statistics", "app/model"],
    packages: /^$/,
  },
  "app/contract": { own: ["app/contract", "app/model"], packages: /^zod$/ },
  "main/load": { own: ["main/load", "app"], packages: /^(node:.*|autocannon.*|http-parser-js)$/ },
  "main/probes": { own: ["main/probes", "app"], packages: /^(node:.*|systeminformation)$/ },
  "main/store": { own: ["main/store", "app"], packages: /^(node:.*|better-sqlite3|zod)$/ },
  "main/lab": { own: ["main/lab", "app/model"], packages: /^node:.*$/ },
  "main/engine": {
    own: ["main/engine", "main/load", "main/probes", "main/store", "main/lab", "main/version.ts", "app"],
    packages: /^(node:.*|zod)$/,
  },
  "main/server": { own: ["main/server", "main/engine", "app"], packages: /^(node:.*|ws)$/ },
  "main/desktop": { own: ["main/desktop", "app"], packages: /^(node:.*|electron)$/ },
  "main/cli": { own: ["main", "app"], packages: /^(node:.*|commander)$/ },
  "main/version.ts": { own: ["package.json"], packages: /^$/ },
  renderer: { own: ["renderer", "app"], packages: /^(react|react-dom.*|react\/.*|radix-ui|zod|zustand.*|@fontsource.*)$/ },
};

/** Drivers that only one file may import. */
const ONE_DOOR: Readonly<Record<string, string>> = {
  "better-sqlite3": "main/store/database.ts",
  systeminformation: "main/probes/systemInformation.ts",
  "autocannon/lib/httpClient.js": "main/load/autocannonDriver.ts",
};

const root = resolve(import.meta.dirname, "..");
const files = ["app", "main", "renderer"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"))
    .map((file) => join(folder, file)),
);
const imports = files.flatMap((file) => {
  const text = readFileSync(join(root, file), "utf8");
  const specifiers = [
    ...text.matchAll(/(?:^|[;\n])\s*(?:import|export)\s(?:[^;"']*?\sfrom\s)?["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/g),
  ];
  return specifiers.map((match) => ({ file, to: (match[1] ?? match[2]) as string }));
});

describe("imports point one way: renderer -> app <- main", () => {
  it("sees the imports of every room", () => {
    expect(imports.length).toBeGreaterThan(300);
    for (const room of Object.keys(ROOMS)) expect(files.some((file) => file.startsWith(room))).toBe(true);
  });

  it("every file stands in a room that has a rule", () => {
    expect(files.filter((file) => roomOf(file) === undefined)).toEqual([]);
  });

  it.each(Object.entries(ROOMS))("%s looks only where it may", (room, { own, packages }) => {
    const wrong = imports
      .filter(({ file }) => roomOf(file) === room)
      .filter(({ file, to }) => {
        if (!to.startsWith(".")) return !packages.test(to);
        const target = relative(root, resolve(root, dirname(file), to));
        return !own.some((folder) => target === folder || target.startsWith(`${folder}/`));
      });
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries(ONE_DOOR))("%s is imported by %s alone", (driver, door) => {
    expect([...new Set(imports.filter(({ to }) => to === driver).map(({ file }) => file))]).toEqual([door]);
  });

  it("no product file passes 300 lines", () => {
    expect(files.filter((file) => readFileSync(join(root, file), "utf8").split("\n").length > 300)).toEqual([]);
  });
});

/** The longest room whose name begins the file's path. */
function roomOf(file: string): string | undefined {
  return Object.keys(ROOMS)
    .filter((room) => file === room || file.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length)[0];
}
