import dns from "node:dns";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { CheerioCrawler, type CheerioCrawlingContext, Configuration, Dataset, log, LogLevel } from "@crawlee/cheerio";
import { htmlToText, social } from "@crawlee/utils";
import type { z } from "zod";
import { CrawledPage, CrawlOrder } from "./messages.ts";

/*
 * The other side of the comparison, in a process of its own: Crawlee's CheerioCrawler with its recipe for contacts,
 * robots.txt respected, results pushed to its dataset on disk. Every name leads to this machine, for its reader of
 * robots.txt too.
 */

/** The DOM's number for text. */
const TEXT_NODE = 3;

log.setLevel(LogLevel.OFF);

type LookupCallback = (error: null, ...found: unknown[]) => void;
const isCallback = (value: unknown): value is LookupCallback => typeof value === "function";

/** Replaces `dns.lookup`, which returns one address or, with `all`, a list. */
function toLoopback(_host: unknown, ...rest: unknown[]): void {
  const [options, done = options] = rest;
  if (!isCallback(done)) throw new TypeError("a look-up without a callback");
  const all = typeof options === "object" && options !== null && "all" in options && options.all === true;
  process.nextTick(() => (all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4)));
}
Object.assign(dns, { lookup: toLoopback });

/**
 * What `social.parseHandlesFromHtml` does for addresses and numbers, on the page Cheerio has parsed already: that
 * function parses it a second time and extracts the profiles of eight networks too.
 */
function extractContacts($: CheerioCrawlingContext["$"]): { emails: string[]; phones: string[] } {
  const links = $("a[href]")
    .toArray()
    .map((link) => $(link).attr("href") ?? "");
  const texts = $("*")
    .contents()
    .toArray()
    .filter(({ nodeType }) => nodeType === TEXT_NODE)
    .map((node) => $(node).text().trim());
  return {
    emails: [...new Set([...social.emailsFromUrls(links), ...texts.flatMap((text) => social.emailsFromText(text))])],
    phones: [...new Set([...social.phonesFromUrls(links), ...social.phonesFromText(htmlToText($))])],
  };
}

async function runCrawl({ urls, port, concurrency, follow, persist }: z.output<typeof CrawlOrder>) {
  const folder = mkdtempSync(join(tmpdir(), "bench-crawlee-"));
  const configuration = new Configuration({
    storageClientOptions: { localDataDirectory: folder, persistStorage: persist },
  });
  const dataset = await Dataset.open("contacts", { config: configuration });
  const crawler = new CheerioCrawler(
    {
      respectRobotsTxtFile: true,
      minConcurrency: concurrency,
      maxConcurrency: concurrency,
      maxRequestRetries: 0,
      // Sessions cost it time and serve nothing here.
      useSessionPool: false,
      navigationTimeoutSecs: 8,
      async requestHandler({ request, $, enqueueLinks }) {
        await dataset.pushData({ url: request.url, ...extractContacts($) });
        if (follow === "contact" && request.label !== undefined) return;
        await enqueueLinks({
          strategy: "same-domain",
          label: "linked",
          ...(follow === "contact" && { regexps: [/\/(?:contact|kontakt)/iu] }),
          // A link that names its own host in full leads to the server of the bench too.
          transformRequestFunction: (link) => ({ ...link, url: withPort(link.url, port) }),
        });
      },
    },
    configuration,
  );
  const began = performance.now();
  await crawler.run(urls.map((url) => withPort(url, port)));
  const milliseconds = performance.now() - began;
  const { items } = await dataset.getData();
  await crawler.teardown();
  rmSync(folder, { recursive: true, force: true });
  return { milliseconds, items: items.map((item) => CrawledPage.parse(item)) };
}

function withPort(address: string, port: number): string {
  const url = new URL(address);
  url.protocol = "http:";
  url.port = String(port);
  return url.href;
}

process.on("message", (message) => {
  runCrawl(CrawlOrder.parse(message)).then(
    (crawled) => process.send?.(crawled),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once("disconnect", () => process.exit());
process.send?.("ready");
