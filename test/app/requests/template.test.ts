import { describe, expect, it } from "vitest";
import { asLiteral, checkNames, parseTemplate, render } from "../../../app/requests/template.ts";
import { Values } from "../../../app/requests/values.ts";
import { seededRandom } from "../../../app/statistics/random.ts";

const angled = (name: string): string => `<${name}>`;

describe("parseTemplate() and render()", () => {
  it.each([
    // text                          rendered
    ["", ""],
    ["/plain?a=1", "/plain?a=1"],
    ["{{id}}", "<id>"],
    ["/a/{{id}}/b/{{ name }}!", "/a/<id>/b/<name>!"],
    ["{{a}}{{b}}{{a}}", "<a><b><a>"],
    ["{{first name}} {{größe}} {{a.b-c_1}}", "<first name> <größe> <a.b-c_1>"],
    ["{{{id}}}", "{<id>}"],
    ['{"a":{"b":{{n}}}}', '{"a":{"b":<n>}}'],
    ['{{}} {{ }} { {x}} {{a:1}} {{"q"}} {{#each}}', '{{}} {{ }} { {x}} {{a:1}} {{"q"}} {{#each}}'],
    ["\\{{id}} {{id}}", "{{id}} <id>"],
    ["a\\b\\{{x}}", "a\\b{{x}}"],
  ])("%j becomes %j", (text, rendered) => {
    expect(render(parseTemplate(text), angled)).toBe(rendered);
  });

  it("gives back any text that was made literal", () => {
    const random = seededRandom(7);
    for (let i = 0; i < 2000; i++) {
      const text = Array.from({ length: 12 }, () => ["{{", "}}", "\\", "a", " ", "id", "{", "ü"][Math.floor(random() * 8)]).join("");
      if (text.includes("\\{{")) continue; // escaped already
      expect(render(parseTemplate(asLiteral(text)), angled)).toBe(text);
    }
  });

  it("refuses a name nobody knows, with the names that are known", () => {
    expect(() => checkNames(parseTemplate("/{{user}}/{{usr}}"), ["user", "uuid"], "the path")).toThrow(
      "{{usr}} in the path : no value of that name (there are user, uuid)",
    );
  });
});

describe("Values", () => {
  const users = {
    columns: ["name", "town"],
    rows: [
      ["ann", "Ulm"],
      ["bob", "Bonn"],
    ],
  };
  const of = (user: number, among = 3): Values => new Values(users, user, among, seededRandom(1, user), seededRandom(2, user));

  it("keeps row i modulo the rows for user i", () => {
    expect([0, 1, 2, 3].map((user) => of(user, 4).of("name"))).toEqual(["ann", "bob", "ann", "bob"]);
  });

  it("counts so that no two users ever send the same number", () => {
    const counts = [0, 1, 2].flatMap((user) => {
      const values = of(user);
      return Array.from({ length: 50 }, () => {
        values.next();
        return Number(values.of("counter"));
      });
    });
    expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 150 }, (_, i) => i + 1));
  });

  it("has one uuid and one random number for a request, and others for the next", () => {
    const values = of(0);
    const seen = Array.from({ length: 500 }, () => {
      values.next();
      expect(values.of("uuid")).toBe(values.of("uuid"));
      expect(values.of("random")).toMatch(/^\d{1,9}$/);
      return values.of("uuid");
    });
    expect(new Set(seen).size).toBe(500);
    expect(seen.filter((uuid) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(uuid))).toEqual([]);
  });

  it("repeats itself with the same seed", () => {
    const [a, b] = [of(1), of(1)];
    for (const values of [a, b]) values.next();
    expect([a.of("uuid"), a.of("random")]).toEqual([b.of("uuid"), b.of("random")]);
  });

  it("puts what was taken before the row, until it is forgotten", () => {
    const values = of(0);
    values.take("name", "eve");
    values.take("token", "t1");
    expect([values.of("name"), values.of("token")]).toEqual(["eve", "t1"]);
    values.forgetTaken();
    expect([values.of("name"), values.of("token")]).toEqual(["ann", ""]);
  });
});
