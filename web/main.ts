import { type PreloadedCall, preloadedCalls } from "../worker/contract/dashboard-preload";
import { toUrl } from "../worker/contract/endpoint";
import { storedListing } from "./features/companies/listing";
import { askEarly, haveBrought } from "./lib/early";
import { painted } from "./lib/painted";
import "./ui/fonts.css";
import "./ui/tokens.css";
import "./ui/base.css";

// Small, and with nothing of React: it has run before the rest has arrived.
const { pathname } = window.location;

/** Once all of the page is there. Scripts that wait for nothing bring this one with them, perhaps before what the page has brought for it. */
const parsed = async (): Promise<void> => {
  if (document.readyState === "loading")
    await new Promise((resolve) => document.addEventListener("readystatechange", resolve, { once: true }));
};

/** Asks who is there and, once that is somebody, for what the dashboard shows first. */
async function askAhead(): Promise<void> {
  const { me, health, ...others } = preloadedCalls(storedListing.read());
  void askEarly(toUrl(health.path));
  const { ok } = await askEarly(toUrl(me.path));
  if (!ok || pathname !== "/dashboard") return;
  for (const { path, query } of Object.values<PreloadedCall>(others)) void askEarly(toUrl(path, query));
}

async function main(): Promise<void> {
  await parsed();
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
    if (document.documentElement.dataset.waiting === undefined) await painted();
    const { start } = await import("./app/start-landing");
    if (root) await start(root);
    root?.removeEventListener("click", remember);
    (pressed as HTMLElement | null)?.click();
  } else {
    if (!haveBrought()) {
      // A failure is told to the screen that wants the answer.
      askAhead().catch(() => undefined);
      // What takes a while to run comes after the first paint.
      await painted();
    }
    const { start } = await import("./app/start");
    if (root) await start(root, pathname);
  }
}

// A failure is the page's own, told as such by the browser.
void main();
