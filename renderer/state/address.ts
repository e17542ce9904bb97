/** Where a person is. Kept in the address, so that back, reload and bookmarks work. */
export type Route =
  | { at: "sessions" }
  | { at: "plan" }
  | { at: "lab" }
  | { at: "live" }
  | { at: "session"; id: string }
  | { at: "compare"; before: string; after: string };

const ID = /^[a-z0-9-]{4,40}$/;

export function routeOf(hash: string): Route {
  const [place = "", id = "", second = ""] = hash.replace(/^#?\/?/, "").split("/");
  if (place === "plan" || place === "lab" || place === "live") return { at: place };
  if (place === "session" && ID.test(id)) return { at: "session", id };
  if (place === "compare" && ID.test(id) && ID.test(second)) return { at: "compare", before: id, after: second };
  return { at: "sessions" };
}

export function hashOf(route: Route): string {
  if (route.at === "sessions") return "#/";
  if (route.at === "compare") return `#/compare/${route.before}/${route.after}`;
  return route.at === "session" ? `#/session/${route.id}` : `#/${route.at}`;
}
