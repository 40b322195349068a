/** Asked when the page is about to be left; it may call `go`, now or later, to leave it after all. */
type Ask = (go: () => void) => void;

const listeners = new Set<(path: string) => void>();
let holding: Ask | null = null;
/** Number of the entry shown in the tab's history, to tell how far a step goes. */
let at = 0;
/** The path on screen, which the browser's own may be ahead of. */
let shown = "/";
/** A step of ours that the browser will tell of: one that takes back what it did, or one that was allowed. */
let expected: "taken back" | "allowed" | null = null;

const numberOf = (): number | undefined => {
  const state: unknown = window.history.state;
  return typeof state === "number" ? state : undefined;
};

function arrive(): void {
  at = numberOf() ?? at;
  shown = window.location.pathname;
  for (const listener of listeners) listener(shown);
}

/** Calls back with the path after each step, the browser's own included. @returns how to stop it */
export function whenMoved(listener: (path: string) => void): () => void {
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

/** Goes to a path of the app. `replace`: the one on screen is not gone back to. */
export function navigate(path: string, { replace = false } = {}): void {
  const go = () => {
    if (replace) window.history.replaceState(at, "", path);
    else window.history.pushState(at + 1, "", path);
    arrive();
  };
  if (path === shown) return;
  if (holding) holding(go);
  else go();
}

/** The browser has moved already: a step that has to be asked about is taken back first. */
function popped(): void {
  const by = (numberOf() ?? at) - at;
  const ours = expected;
  expected = null;
  if (ours === "taken back") return;
  if (ours === null && holding && by !== 0 && window.location.pathname !== shown) {
    expected = "taken back";
    window.history.go(-by);
    holding(() => {
      expected = "allowed";
      window.history.go(by);
    });
    return;
  }
  arrive();
}

/** Follows the browser's steps; called once. */
export function followHistory(): void {
  if (numberOf() === undefined) window.history.replaceState(0, "");
  at = numberOf() ?? 0;
  shown = window.location.pathname;
  window.addEventListener("popstate", popped);
}
