import { createPath, type Location, type Navigator, NavigationType, parsePath, type To } from "react-router";

/** Where the app is and how it came there. */
export interface Place {
  location: Location;
  action: NavigationType;
}
interface Entry {
  /** What whoever navigated wants to find again. */
  usr?: unknown;
  key?: string;
  /** Number of this entry in the tab's history, to tell how far a step goes. */
  idx?: number;
}
/** Asked when the page is about to be left; it may call `go`, now or later, to leave it after all. */
type Ask = (go: () => void) => void;

const entry = (): Entry => (window.history.state ?? {}) as Entry;
const listeners = new Set<(place: Place) => void>();
let holding: Ask | null = null;
let at = 0;
/** Steps of ours that the browser will tell of: one that takes back what it did, or one that was allowed. */
let expected: "taken back" | "allowed" | null = null;
let action: NavigationType = NavigationType.Pop;

export function placeNow(): Place {
  const { pathname, search, hash } = window.location;
  const { usr = null, key = "default" } = entry();
  return { location: { pathname, search, hash, state: usr, key }, action };
}

function tell(how: NavigationType): void {
  action = how;
  at = entry().idx ?? 0;
  for (const listener of listeners) listener(placeNow());
}

/** Calls back after each step, the browser's own included. @returns how to stop it */
export function whenMoved(listener: (place: Place) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks before a link or a step back leaves the page; one at a time. @returns how to let go */
export function holdBack(ask: Ask): () => void {
  holding = ask;
  return () => {
    if (holding === ask) holding = null;
  };
}

const hrefOf = (to: To): string => (typeof to === "string" ? to : createPath(to));
const leaves = (path: string | undefined): boolean => path !== undefined && path !== window.location.pathname;

function step(to: To, go: () => void): void {
  const { pathname } = typeof to === "string" ? parsePath(to) : to;
  if (holding && leaves(pathname)) holding(go);
  else go();
}

/** The browser's history, as the router wants it. */
export const navigator: Navigator = {
  createHref: hrefOf,
  go: (by) => window.history.go(by),
  push: (to, state: unknown) => step(to, () => {
    window.history.pushState({ usr: state, key: crypto.randomUUID(), idx: at + 1 } satisfies Entry, "", hrefOf(to));
    tell(NavigationType.Push);
  }),
  replace: (to, state: unknown) => step(to, () => {
    window.history.replaceState({ usr: state, key: crypto.randomUUID(), idx: at } satisfies Entry, "", hrefOf(to));
    tell(NavigationType.Replace);
  }),
};

/** The browser has moved already: a step that has to be asked about is taken back first. */
function popped(left: string): void {
  const by = (entry().idx ?? 0) - at;
  const ours = expected;
  expected = null;
  if (ours === "taken back") return;
  if (ours === null && holding && by !== 0 && leaves(left)) {
    expected = "taken back";
    window.history.go(-by);
    holding(() => {
      expected = "allowed";
      window.history.go(by);
    });
    return;
  }
  tell(NavigationType.Pop);
}

/** Follows the browser's steps; called once. */
export function followHistory(): void {
  if (entry().idx === undefined) window.history.replaceState({ ...entry(), idx: 0 } satisfies Entry, "");
  at = entry().idx ?? 0;
  let shown = window.location.pathname;
  whenMoved(({ location }) => { shown = location.pathname; });
  window.addEventListener("popstate", () => popped(shown));
}
