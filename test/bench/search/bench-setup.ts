import { type CrawleeBaseline, startCrawlee } from "../crawlee/crawlee-baseline.ts";
import { type Bundle, bundleWorker } from "../product/bundle.ts";
import { type ProductInstance, startInstance } from "../product/instance.ts";
import { startSiteServer, type SiteServer } from "../sites/start-site-server.ts";

/** What every measurement stands on: the outside world, the product built, and numbers of sites nobody has read yet. */
export class BenchSetup {
  readonly world: SiteServer;
  /** Few sites: to see that the bench runs, not to believe its figures. */
  readonly short: boolean;
  /** Prints what is going on. */
  readonly say: (line: string) => void;
  readonly #bundles = new Map<string, Bundle>();
  #sites = 0;

  private constructor(world: SiteServer, short: boolean, say: (line: string) => void) {
    this.world = world;
    this.short = short;
    this.say = say;
  }

  static async create(options: { seed: number; short: boolean; say: (line: string) => void }): Promise<BenchSetup> {
    return new BenchSetup(await startSiteServer(options.seed), options.short, options.say);
  }

  /** @returns the first of `count` sites that no measurement has had, for the product keeps what it has read */
  freshSites(count: number): number {
    const from = this.#sites;
    this.#sites += count;
    return from;
  }

  /** Runs the product for a while. @param entry the product itself, or the product with measuring devices around it */
  async withProduct<T>(
    entry: "worker/index.ts" | "test/bench/worker/entry.ts",
    settings: Record<string, string>,
    work: (instance: ProductInstance) => Promise<T>,
  ): Promise<T> {
    const bundle = this.#bundles.get(entry) ?? bundleWorker(entry);
    this.#bundles.set(entry, bundle);
    const instance = await startInstance(bundle, this.world.address, settings);
    try {
      return await work(instance);
    } finally {
      await instance.stop();
    }
  }

  async withCrawlee<T>(work: (theirs: CrawleeBaseline) => Promise<T>): Promise<T> {
    const theirs = await startCrawlee();
    try {
      return await work(theirs);
    } finally {
      theirs.stop();
    }
  }
}

/** As wrangler.toml has them: how a search behaves towards real sites and OpenStreetMap's servers. */
export const REAL_PAUSES = { HOST_DELAY_MS: "1000", OSM_DELAY_MS: "1000" };
