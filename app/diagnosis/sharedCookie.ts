import type { Plan } from "../model/plan.ts";

/** The cookie header every connection sent, if all sent the same one. */
export function sharedCookie(plan: Plan): string | null {
  if (plan.sessionCookie !== null) return null;
  return plan.headers.find(({ name }) => name.toLowerCase() === "cookie")?.value ?? null;
}

/** Its cookie that most likely names the session: "PHPSESSID", "JSESSIONID", "connect.sid", "ASP.NET_SessionId"; the first when none looks like it. */
export function sessionCookieName(header: string): string {
  const names = header
    .split(";")
    .map((pair) => pair.split("=")[0]?.trim() ?? "")
    .filter((name) => name !== "");
  return names.find((name) => /sess|sid$/i.test(name)) ?? names[0] ?? "";
}
