import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

const INSTALLED_PATHS = [
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Chromium logs every 401; the current-user check of a signed-out page always causes one. */
const EXPECTED_NOISE = /\/api\/auth\/me$/;

/** A socket that was being opened as the session ended, which no script can call back. */
const SOCKET_OF_ENDED_SESSION = /\/api\/live' failed: HTTP Authentication failed/;

/** Flags of @sparticuz/chromium that break popups and multiple pages, or switch off what guards a user's browser. */
const UNWANTED_FLAGS = new Set([
  "--single-process",
  "--no-zygote",
  "--headless='shell'",
  "--disable-web-security",
  "--allow-running-insecure-content",
]);

/** @sparticuz/chromium holds a browser for this system only. */
const HAS_PINNED_BROWSER = process.platform === "linux" && process.arch === "x64";

/**
 * Returns CHROME_PATH, else unpacks the pinned browser of @sparticuz/chromium, which brings its own libraries and needs
 * far less processor time, else finds an installed Chrome or Chromium.
 * @throws when there is none
 */
export async function prepareBrowser(): Promise<{ executablePath: string; args: string[] }> {
  const installed = HAS_PINNED_BROWSER ? undefined : INSTALLED_PATHS.find((path) => existsSync(path));
  const chosen = process.env.CHROME_PATH;
  const found = chosen === "" ? installed : (chosen ?? installed);
  if (found !== undefined) return { executablePath: found, args: ["--no-sandbox"] };
  if (!HAS_PINNED_BROWSER) throw new Error("install Chrome or Chromium, or set CHROME_PATH");
  // The module reads this when it loads, and then unpacks nss and nspr beside the browser.
  process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs22.x";
  const { default: bundled } = await import("@sparticuz/chromium");
  // Software emulation of a graphics card stalls for seconds; without it Chromium paints itself.
  bundled.setGraphicsMode = false;
  const args = bundled.args.filter((arg) => !UNWANTED_FLAGS.has(arg));
  return { executablePath: await bundled.executablePath(), args: [...args, "--no-sandbox"] };
}

export async function launchBrowser(extraArgs: string[] = []): Promise<Browser> {
  const { executablePath, args } = await prepareBrowser();
  const launch = () => chromium.launch({ executablePath, args: [...args, ...extraArgs] });
  // The bundled one crashes at startup about once in a hundred times.
  return launch().catch(launch);
}

/** Collects the errors of pages, a line each. */
export class BrowserWatch {
  #seen: string[] = [];

  /**
   * Follows a page and its popups: errors logged and thrown, failed requests, answers of 4xx and 5xx. Left out are
   * the 401 of the signed-out current-user check and that of a socket whose session has ended.
   */
  follow(page: Page): void {
    page.on("console", (message) => {
      const where = message.location().url;
      const isNoise = EXPECTED_NOISE.test(where) || SOCKET_OF_ENDED_SESSION.test(message.text());
      if (message.type() === "error" && !isNoise) this.#seen.push(`console: ${message.text()} (${where})`);
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

  /** Returns and forgets the collected lines, without those that match a pattern. */
  take(allowed: readonly RegExp[] = []): string[] {
    const lines = this.#seen.filter((line) => !allowed.some((pattern) => pattern.test(line)));
    this.#seen = [];
    return lines;
  }
}

/** The page was left or the app aborted the request: this is no failure. */
const REQUEST_ABORTED = "net::ERR_ABORTED";

/** Logs violations of the content security policy as errors, in every page opened later. */
export const reportPolicyViolations = (pages: Page | BrowserContext): Promise<unknown> =>
  pages.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });

export interface WatchedContext {
  context: BrowserContext;
  page: Page;
  /** Ignores lines of `BrowserWatch` that match. */
  allow: (pattern: RegExp) => void;
  /** @throws when `BrowserWatch` has collected errors that are not allowed */
  close: () => Promise<void>;
}

/**
 * For pages that a test answers itself: Chromium does not know where they came from, and asks the user before it lets
 * them reach this machine.
 */
export const PERMISSIONS = ["local-network-access"];

/** Opens a page in a new browser profile. @param locale such as `fr-FR` or `en-GB` */
export async function openContext(browser: Browser, locale: string): Promise<WatchedContext> {
  // Moving pictures cost a tenth of the time of all browser tests.
  const context = await browser.newContext({
    locale,
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    permissions: PERMISSIONS,
  });
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
      // An answer that a test was still making for the page is no failure.
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
      const lines = watched.take(allowed);
      if (lines.length > 0) throw new Error(`errors in the browser:\n${lines.join("\n")}`);
    },
  };
}
