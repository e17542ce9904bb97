/** Where a person is. Kept in the address, so that back, reload and bookmarks work. */
export type Route = { at: "sessions" } | { at: "plan" } | { at: "lab" } | { at: "live" } | { at: "session"; id: string };

export function routeOf(hash: string): Route {
  const [place = "", id = ""] = hash.replace(/^#?\/?/, "").split("/");
  if (place === "plan" || place === "lab" || place === "live") return { at: place };
  if (place === "session" && /^[a-z0-9-]{4,40}$/.test(id)) return { at: "session", id };
  return { at: "sessions" };
}

export function hashOf(route: Route): string {
  if (route.at === "sessions") return "#/";
  return route.at === "session" ? `#/session/${route.id}` : `#/${route.at}`;
}
