import { createSharedFiles } from "../../../worker/adapters/shared-files";
import { LIMITS } from "../../../worker/contract/limits";
import { findCurrentRelease, findZoneCompanies, readManifest } from "../../../worker/directory/release/read-release";
import { toCircle } from "../../../worker/directory/release/search-zone";
import product, { SearchObject as ProductSearch } from "../../../worker/index";
import type { Env } from "../../../worker/platform/env";
import { memoizeByEnv, overrideMembers } from "./wrap-bindings";

/*
 * The product with two measuring devices around it: reads of the bucket SHARED are counted, and those of tiles wait as
 * long as the bench says.
 */

export {
  AccountObject,
  ActivityObject,
  GenerationObject,
  LlmBudgetObject,
  MailboxObject,
  OsmGate,
  SiteCacheObject,
  StatusObject,
  UserShardObject,
} from "../../../worker/index";

let reads = 0;
let tileDelayMs = 0;

const wrapEnv = memoizeByEnv((env) => ({ ...env, SHARED: countReads(env.SHARED) }));

const countReads = (bucket: R2Bucket): R2Bucket =>
  overrideMembers(bucket, {
    async get(key: string) {
      reads += 1;
      if (key.includes("/tiles/")) await scheduler.wait(tileDelayMs);
      return bucket.get(key);
    },
    head(key: string) {
      reads += 1;
      return bucket.head(key);
    },
  });

export class SearchObject extends ProductSearch {
  constructor(context: DurableObjectState, env: Env) {
    super(context, wrapEnv(env));
  }
}

/** Companies of a circle, as a search finds them; the query says where, of which kinds, and in which release. */
async function findCompanies({ searchParams }: URL, env: Env): Promise<number> {
  const read = (name: string) => Number(searchParams.get(name));
  const files = createSharedFiles(env.SHARED);
  const release = searchParams.get("release") ?? (await findCurrentRelease(files));
  const manifest = release === null ? null : await readManifest(files, release);
  if (!manifest) throw new Error("no release");
  const kinds = searchParams.getAll("kind").map((gcid) => ({ gcid }));
  const zone = toCircle({ lat: read("lat"), lon: read("lon") }, read("km"));
  return (await findZoneCompanies(files, manifest, zone, kinds, LIMITS.companiesPerSearch)).companies.length;
}

export default {
  async fetch(request, env, context) {
    const url = new URL(request.url);
    switch (url.pathname) {
      case "/bench/nothing":
        return Response.json({});
      case "/bench/reads": {
        const taken = reads;
        reads = 0;
        return Response.json({ reads: taken });
      }
      case "/bench/delay":
        tileDelayMs = Number(url.searchParams.get("ms"));
        return Response.json({});
      case "/bench/shared":
        await env.SHARED.put(url.searchParams.get("key") ?? "", await request.arrayBuffer());
        return Response.json({});
      case "/bench/companies":
        return Response.json({ companies: await findCompanies(url, wrapEnv(env)) });
      default:
        return product.fetch(request, wrapEnv(env), context);
    }
  },
  queue: (batch, env) => product.queue(batch, wrapEnv(env)),
  scheduled: (controller, env) => product.scheduled(controller, wrapEnv(env)),
} satisfies ExportedHandler<Env>;
