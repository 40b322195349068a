import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

const BROWSER_PATHS = [
  process.env.CHROME_PATH,
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** An answer of 401 is logged by Chromium itself; the current-user check of a signed-out page is the one to expect. */
const EXPECTED_NOISE = /\/api\/auth\/me$/;

/**
 * A Chrome or Chromium of this machine, else the one inside @sparticuz/chromium, which brings its own libraries.
 * E2E_BUNDLED_CHROMIUM=1 forces the latter.
 */
export async function launchBrowser(more: string[] = []): Promise<Browser> {
  const bundledOnly = process.env.E2E_BUNDLED_CHROMIUM === "1";
  const found = bundledOnly ? undefined : BROWSER_PATHS.find((path) => path !== undefined && existsSync(path));
  if (found !== undefined) return chromium.launch({ executablePath: found, args: ["--no-sandbox", ...more] });
  // Read when the module is loaded: it then unpacks nss and nspr beside the browser.
  process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs22.x";
  const { default: bundled } = await import("@sparticuz/chromium");
  // A graphics card played in software stands still for seconds; without one Chromium paints by itself.
  bundled.setGraphicsMode = false;
  // Single-process and no-zygote are for AWS: they break popups and several pages.
  const args = bundled.args.filter((arg) => !["--single-process", "--no-zygote", "--headless='shell'"].includes(arg));
  const launchInstalled = async () =>
    chromium.launch({ executablePath: await bundled.executablePath(), args: [...args, "--no-sandbox", ...more] });
  // It has been seen to crash while it starts, once in some hundred times.
  return launchInstalled().catch(launchInstalled);
}

/** What went wrong: a line names what it was and where. */
export class BrowserWatch {
  #seen: string[] = [];

  /**
   * Follows a page and its popups: errors logged and thrown, requests that failed, answers of 4xx and 5xx. Only what is expected of everyone,
   * the 401 of the signed-out current-user check, is left out.
   */
  follow(page: Page): void {
    page.on("console", (message) => {
      const where = message.location().url;
      if (message.type() === "error" && !EXPECTED_NOISE.test(where))
        this.#seen.push(`console: ${message.text()} (${where})`);
    });
    page.on("pageerror", (error) => this.#seen.push(`page: ${error.stack ?? error.message}`));
    page.on("requestfailed", (request) => {
      const why = request.failure()?.errorText ?? "";
      if (why !== REQUEST_ABORTED) this.#seen.push(`request: ${why} (${request.method()} ${request.url()})`);
    });
    page.on("response", (response) => {
      const status = response.status();
      if (status >= 400 && !(status === 401 && EXPECTED_NOISE.test(response.url())))
        this.#seen.push(`request: status of ${status} (${response.request().method()} ${response.url()})`);
    });
    page.on("popup", (popup) => this.follow(popup));
  }

  /** What was seen since it was last asked, less what matches one of the patterns. */
  take(allowed: readonly RegExp[] = []): string[] {
    const left = this.#seen.filter((line) => !allowed.some((pattern) => pattern.test(line)));
    this.#seen = [];
    return left;
  }
}

/** A request that was given up, because its page went away or the app no longer wanted the answer, has not failed. */
const REQUEST_ABORTED = "net::ERR_ABORTED";

/** Has what the content security policy refuses logged as an error, in every page to come. */
export const reportPolicyViolations = (pages: Page | BrowserContext): Promise<unknown> =>
  pages.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });

export interface WatchedContext {
  context: BrowserContext;
  page: Page;
  /** Lets a line of `Watch` that matches pass. */
  allow: (pattern: RegExp) => void;
  /** Closes it. Throws when anything in the page or its popups went wrong that `Watch` counts. */
  close: () => Promise<void>;
}

/** A browser profile of its own, in the language given (`fr-FR`, `en-GB`), that remembers everything that went wrong. */
export async function openContext(browser: Browser, locale: string): Promise<WatchedContext> {
  const context = await browser.newContext({ locale, viewport: { width: 1280, height: 900 } });
  const watched = new BrowserWatch();
  await reportPolicyViolations(context);
  const page = await context.newPage();
  watched.follow(page);
  const allowed: RegExp[] = [];
  return {
    context,
    page,
    allow: (pattern) => void allowed.push(pattern),
    close: async () => {
      await context.close();
      const left = watched.take(allowed);
      if (left.length > 0) throw new Error(`the browser complained:\n${left.join("\n")}`);
    },
  };
}
