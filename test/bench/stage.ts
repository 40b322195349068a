import { type Theirs, startTheirs } from "./crawlee/theirs.ts";
import { type Bundle, bundleWorker } from "./product/bundle.ts";
import { type Instance, startInstance } from "./product/instance.ts";
import { startWorld, type World } from "./sites/world.ts";

/** What every measurement stands on: the outside world, the product built, and numbers of sites nobody has read yet. */
export class Stage {
  readonly world: World;
  /** Few sites: to see that the bench runs, not to believe its figures. */
  readonly short: boolean;
  /** Prints what is going on. */
  readonly say: (line: string) => void;
  readonly #bundles = new Map<string, Bundle>();
  #sites = 0;

  private constructor(world: World, short: boolean, say: (line: string) => void) {
    this.world = world;
    this.short = short;
    this.say = say;
  }

  static async set(options: { seed: number; short: boolean; say: (line: string) => void }): Promise<Stage> {
    return new Stage(await startWorld(options.seed), options.short, options.say);
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
    work: (instance: Instance) => Promise<T>,
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

  async withTheirs<T>(work: (theirs: Theirs) => Promise<T>): Promise<T> {
    const theirs = await startTheirs();
    try {
      return await work(theirs);
    } finally {
      theirs.stop();
    }
  }
}

/** As wrangler.toml has them: how a search behaves towards real sites and OpenStreetMap's servers. */
export const WELL_MANNERED = { HOST_DELAY_MS: "1000", OSM_DELAY_MS: "1000" };
