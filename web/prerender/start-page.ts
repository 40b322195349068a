import type { getCurrentUser } from "../../worker/contract/account";
import type { listCompanies } from "../../worker/contract/companies";
import { type PreloadedCall, preloadedCalls } from "../../worker/contract/dashboard-preload";
import { type Answer, toUrl } from "../../worker/contract/endpoint";
import { readListing } from "../features/companies/model/stored-sort-and-filter";
import { drawFirstRows } from "./draw-first-rows";
import { peekPreloaded, prefetch, readPreloaded } from "./early-answers";

/** The longest wait for the first paint, for browsers that do not report it. */
const FIRST_PAINT_TIMEOUT_MS = 1_000;

/** Starts what the page is for: the landing page alone, or the app. */
export async function startPage(): Promise<void> {
  await waitForDocument();
  const root = document.getElementById("root");
  if (!root) return;
  const { pathname } = window.location;
  if (pathname === "/") await startLanding(root);
  else await startApp(root, pathname);
}

async function startLanding(root: HTMLElement): Promise<void> {
  // A button that is pressed before it works is pressed again once it does.
  let pressed: HTMLElement | null = null;
  const rememberPress = ({ target }: Event) => {
    pressed = target instanceof Element ? target.closest("button") : null;
  };
  root.addEventListener("click", rememberPress);
  // The page can be read already, unless it waits for another language or a redirect: hydrate after its first paint.
  if (document.documentElement.dataset.waiting === undefined) await waitForFirstPaint();
  const { hydrateLanding } = await import("./hydrate-landing");
  await hydrateLanding(root);
  root.removeEventListener("click", rememberPress);
  (pressed as HTMLElement | null)?.click();
}

async function startApp(root: HTMLElement, path: string): Promise<void> {
  const splash = [...root.childNodes];
  const carriesAnswers = readPreloaded();
  const isDrawn = carriesAnswers && drawPreloaded(root);
  if (!carriesAnswers) {
    // The screen that needs an answer reports its failure.
    prefetchFirstCalls(path).catch(() => undefined);
    // Loading the app keeps the browser busy: it comes after the first paint.
    await waitForFirstPaint();
  }
  try {
    const { mountApp } = await import("./mount-app");
    await mountApp(root, path, isDrawn);
  } catch (error) {
    // Companies that nobody can open would look as if they could be.
    root.replaceChildren(...splash);
    throw error;
  }
}

/** Shows the first companies that the page carries, to a user who has set up the account. @returns whether it did */
function drawPreloaded(root: HTMLElement): boolean {
  const { me, companies } = preloadedCalls(readListing(window.location.search));
  const session = peekPreloaded(toUrl(me.path)) as Answer<typeof getCurrentUser> | undefined;
  const page = peekPreloaded(toUrl(companies.path, companies.query)) as Answer<typeof listCompanies> | undefined;
  return session?.user.wizard_completed === true && drawFirstRows(root, page?.companies ?? []);
}

/** Requests who is signed in and, if someone is, what the dashboard shows first. */
async function prefetchFirstCalls(path: string): Promise<void> {
  const { me, health, ...others } = preloadedCalls(readListing(window.location.search));
  void prefetch(toUrl(health.path));
  const { ok } = await prefetch(toUrl(me.path));
  if (!ok || path !== "/dashboard") return;
  for (const call of Object.values<PreloadedCall>(others)) void prefetch(toUrl(call.path, call.query));
}

/** `async` scripts may bring this module before the end of the page, which carries the preloaded answers. */
const waitForDocument = async (): Promise<void> => {
  if (document.readyState === "loading")
    await new Promise((resolve) => document.addEventListener("readystatechange", resolve, { once: true }));
};

/** Waits until the browser has shown what the page holds. A hidden page is never painted. */
const waitForFirstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState === "hidden" || !PerformanceObserver.supportedEntryTypes.includes("paint"))
      return resolve();
    const observer = new PerformanceObserver((entries) => {
      if (!entries.getEntriesByName("first-contentful-paint")[0]) return;
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: "paint", buffered: true });
    setTimeout(resolve, FIRST_PAINT_TIMEOUT_MS);
  });
