import { createServer, request as sendRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { computeMedian, type Figure, type Measured } from "../../harness/report.ts";
import { recordFirstRows } from "./measure-table.ts";
import type { WebSetup } from "./web-setup.ts";

/** What a request asks the proxy to take away: names of `REMOVALS`, separated by commas. */
const HEADER = "x-bench-without";
/** A fast mobile network, and a phone's processor on this machine. */
const LATENCY_MS = 40;
const BYTES_PER_SECOND = 10_000_000 / 8;
const CPU_SLOWDOWN = 4;

const SPLASH =
  '<main class="splash"><h1 class="brand"><span>Candidature</span></h1><span class="spinner"></span></main>';
/** Each makes of a built page the page that the product would have without one part of web/prerender. */
const REMOVALS: Record<string, (html: string) => string> = {
  prerendering: (html) => html.replace(/(<div id="root"[^>]*>).*(<\/div>\s*<\/body>)/su, `$1${SPLASH}$2`),
  links: (html) =>
    html
      .replaceAll(/<link rel="modulepreload"[^>]*>/gu, "")
      .replaceAll(/<script type="module" async [^>]*><\/script>/gu, "")
      .replaceAll(/ data-(?:fr|en)="[^"]*"/gu, ""),
  rows: (html) => html.replace(/<template id="first-rows">.*?<\/template>/su, ""),
  answers: (html) => html.replace(/<script type="application\/json" id="first-answers">.*?<\/script>/su, ""),
};

const readText = async (message: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

/** Stands before the server and takes parts away from its pages. */
async function startProxy(url: string): Promise<{ url: string; stop: () => void }> {
  const proxy = createServer((asked, answer) => {
    const { [HEADER]: without, ...headers } = asked.headers;
    const removals = typeof without === "string" ? without.split(",") : [];
    const isPage = headers["sec-fetch-dest"] === "document";
    if (isPage) headers["accept-encoding"] = "identity";
    // The server then leaves the answers out and does not compute them.
    if (isPage && removals.includes("answers")) headers["sec-fetch-dest"] = "empty";
    const upstream = sendRequest(
      new URL(asked.url ?? "/", url),
      { method: asked.method ?? "GET", headers },
      (reply) => {
        if (!isPage) {
          answer.writeHead(reply.statusCode ?? 502, reply.headers);
          reply.pipe(answer);
          return;
        }
        const { "content-length": _length, "transfer-encoding": _encoding, ...kept } = reply.headers;
        answer.writeHead(reply.statusCode ?? 502, kept);
        void readText(reply).then((html) =>
          answer.end(removals.reduce((page, name) => REMOVALS[name]?.(page) ?? page, html)),
        );
      },
    );
    upstream.on("error", () => answer.destroy());
    asked.pipe(upstream);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return { url: `http://localhost:${(proxy.address() as AddressInfo).port}`, stop: () => proxy.close() };
}

interface Scene {
  name: string;
  path: string;
  isSignedIn?: true;
  /** Parts that are taken away, one variant each. */
  variants: string[];
}

const SCENES: Scene[] = [
  { name: "landing", path: "/", variants: ["", "prerendering"] },
  { name: "login", path: "/login", variants: ["", "prerendering", "links", "prerendering,links"] },
  {
    name: "dashboard",
    path: "/dashboard",
    isSignedIn: true,
    variants: ["", "rows", "answers", "links", "answers,links"],
  },
];

interface Times {
  firstPaint: number;
  largestPaint: number;
  firstRows: number;
  /** The first rows that can be used. */
  usableRows: number;
}

const readPaints = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ firstPaint: number; largestPaint: number }>((resolve) => {
        new PerformanceObserver((entries) =>
          resolve({
            firstPaint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
            largestPaint: entries.getEntries().at(-1)?.startTime ?? Number.NaN,
          }),
        ).observe({ type: "largest-contentful-paint", buffered: true });
      }),
  );

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

async function measureVisit(browser: Browser, url: string, scene: Scene, without: string, cookies: Cookies) {
  const context = await browser.newContext({
    locale: "fr-FR",
    viewport: { width: 1280, height: 900 },
    extraHTTPHeaders: { [HEADER]: without },
  });
  if (scene.isSignedIn) await context.addCookies(cookies);
  await recordFirstRows(context);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.goto(url + scene.path, { waitUntil: "commit", timeout: 60_000 });
  await page
    .locator(scene.isSignedIn ? "tbody tr[data-index]" : "h1:not(.brand)")
    .first()
    .waitFor({ timeout: 60_000 });
  await page.waitForLoadState("load", { timeout: 60_000 });
  if (scene.isSignedIn) await page.waitForFunction(() => "firstRows" in window, undefined, { timeout: 60_000 });
  const paints = await readPaints(page);
  const [firstRows, usableRows] = await page.evaluate(() => {
    const { shown = Number.NaN, usable = Number.NaN } =
      (window as { firstRows?: { shown: number; usable: number } }).firstRows ?? {};
    return [shown, usable] as const;
  });
  // The session's token may have been renewed.
  const renewed = scene.isSignedIn ? await context.cookies() : cookies;
  await context.close();
  return { times: { ...paints, firstRows, usableRows }, cookies: renewed };
}

/** What the parts of web/prerender are worth: the built pages beside the same pages without one of them. */
export async function measurePrerender(browser: Browser, setup: WebSetup, rounds: number): Promise<Measured> {
  const proxy = await startProxy(setup.url);
  const visits = new Map<string, Times[]>();
  let cookies: Cookies = [{ ...setup.session, expires: -1 }];
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const scene of SCENES)
        for (const without of scene.variants) {
          const title = `${scene.name}${without === "" ? "" : `, without ${without.replace(",", " and ")}`}`;
          const visit = await measureVisit(browser, proxy.url, scene, without, cookies);
          cookies = visit.cookies;
          visits.set(title, [...(visits.get(title) ?? []), visit.times]);
        }
  } finally {
    proxy.stop();
  }
  const figures = [...visits].flatMap(([name, times]): Figure[] => {
    const toFigure = (what: string, pick: (each: Times) => number): Figure => ({
      name: `${name}: ${what}`,
      value: Math.round(computeMedian(times.map(pick))),
      unit: "ms",
    });
    return [
      toFigure("first contentful paint", ({ firstPaint }) => firstPaint),
      ...(name.startsWith("dashboard")
        ? [
            toFigure("first rows", (each) => each.firstRows),
            toFigure("first rows that can be used", (each) => each.usableRows),
          ]
        : [toFigure("largest contentful paint", ({ largestPaint }) => largestPaint)]),
    ];
  });
  return {
    title: `What prerendering and preloading are worth, ${rounds} rounds`,
    how:
      `Chromium with an empty cache, ${LATENCY_MS} ms of latency, 10 Mbit/s, ` +
      `CPU ${CPU_SLOWDOWN} times slower. Medians, in turn.`,
    figures,
  };
}
