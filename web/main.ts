import { type PreloadedCall, preloadedCalls } from "../worker/contract/dashboard-preload";
import { toUrl } from "../worker/contract/endpoint";
import { storedSort } from "./features/companies/model/stored-sort";
import { prefetch, readPreloaded } from "./lib/prefetch";
import { waitForFirstPaint } from "./lib/wait-for-first-paint";
import "./ui/styles/fonts.css";
import "./ui/styles/tokens.css";
import "./ui/styles/base.css";

// Small, and with nothing of React: it has run before the rest has arrived.
const { pathname } = window.location;

/** Once all of the page is there. Scripts that wait for nothing bring this one with them, perhaps before what the page has brought for it. */
const waitForDocument = async (): Promise<void> => {
  if (document.readyState === "loading")
    await new Promise((resolve) => document.addEventListener("readystatechange", resolve, { once: true }));
};

/** Asks who is there and, once that is somebody, for what the dashboard shows first. */
async function prefetchFirstCalls(): Promise<void> {
  const { me, health, ...others } = preloadedCalls(storedSort.read());
  void prefetch(toUrl(health.path));
  const { ok } = await prefetch(toUrl(me.path));
  if (!ok || pathname !== "/dashboard") return;
  for (const { path, query } of Object.values<PreloadedCall>(others)) void prefetch(toUrl(path, query));
}

async function main(): Promise<void> {
  await waitForDocument();
  const root = document.getElementById("root");
  // An address that is nobody's is given the landing page too: from there one goes where one belongs.
  if (pathname === "/" || root?.dataset.printed === "landing") {
    if (pathname !== "/") window.history.replaceState(null, "", "/");
    // A button that is pressed before it can act, acts once it can.
    let pressed: HTMLElement | null = null;
    const remember = ({ target }: Event) => {
      pressed = target instanceof Element ? target.closest("button") : null;
    };
    root?.addEventListener("click", remember);
    // The page is there to be read, unless it waits for another language or another page: what brings it to life comes after its first paint.
    if (document.documentElement.dataset.waiting === undefined) await waitForFirstPaint();
    const { hydrateLanding: start } = await import("./prerender/hydrate-landing");
    if (root) await start(root);
    root?.removeEventListener("click", remember);
    (pressed as HTMLElement | null)?.click();
  } else {
    if (!readPreloaded()) {
      // A failure is told to the screen that wants the answer.
      prefetchFirstCalls().catch(() => undefined);
      // What takes a while to run comes after the first paint.
      await waitForFirstPaint();
    }
    const { mountApp: start } = await import("./prerender/mount-app");
    if (root) await start(root, pathname);
  }
}

// A failure is the page's own, told as such by the browser.
void main();
