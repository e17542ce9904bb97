import { create } from "zustand";
import { hashOf, type Route, routeOf } from "./address.ts";

export const useRoute = create<Route>(() => routeOf(window.location.hash));

window.addEventListener("hashchange", () => {
  useRoute.setState(routeOf(window.location.hash), true);
  window.scrollTo(0, 0);
});

export function go(route: Route): void {
  window.location.hash = hashOf(route);
}
