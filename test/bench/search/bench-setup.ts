import type { Run } from "../../harness/cli.ts";
import { type Product, startProduct } from "../../harness/product.ts";
import { type CrawleeBaseline, startCrawlee } from "../crawlee/crawlee-baseline.ts";
import { type SiteServer, startSiteServer } from "../sites/start-site-server.ts";

/** What every measurement of searching needs: the outside world, the product, and sites that were never read. */
export class BenchSetup {
  readonly siteServer: SiteServer;
  readonly short: boolean;
  readonly print: (line: string) => void;
  #siteCount = 0;

  private constructor(siteServer: SiteServer, { short, print }: Run) {
    this.siteServer = siteServer;
    this.short = short;
    this.print = print;
  }

  static async create(run: Run): Promise<BenchSetup> {
    return new BenchSetup(await startSiteServer(run.seed), run);
  }

  /** @returns the first of `count` sites that no measurement used: the product caches what it reads */
  reserveSites(count: number): number {
    const from = this.#siteCount;
    this.#siteCount += count;
    return from;
  }

  /** @param entry the product itself, or the product with measuring devices around it */
  async withProduct<T>(
    entry: "worker/index.ts" | "test/bench/worker/entry.ts",
    settings: Record<string, string>,
    work: (product: Product) => Promise<T>,
  ): Promise<T> {
    const product = await startProduct({ entry, settings, outside: this.siteServer.address });
    try {
      return await work(product);
    } finally {
      await product.stop();
    }
  }

  async withCrawlee<T>(work: (crawlee: CrawleeBaseline) => Promise<T>): Promise<T> {
    const crawlee = await startCrawlee();
    try {
      return await work(crawlee);
    } finally {
      crawlee.stop();
    }
  }
}

/** How a search behaves towards real sites and OpenStreetMap's servers, as in wrangler.toml. */
export const REAL_PAUSES = { HOST_DELAY_MS: "1000", OSM_DELAY_MS: "1000" };
