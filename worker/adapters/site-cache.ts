import { logError } from "../lib/log";
import type { SiteCacheRpc } from "../platform/durable-objects";
import type { SiteCache } from "../platform/ports";
import type { SiteReading } from "../platform/site-reading";

/**
 * Parts of the cache, an object each. Each holds up to 10 GB, some 2.4 million sites, and answers hundreds of calls a
 * second. With another number, sites are looked for in other parts and read again.
 */
const PART_COUNT = 8;

/** FNV-1a, 32 bits. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}

/** The cache of sites. A part that fails is logged and ignored: its sites are read, and not cached. */
export function createSiteCache(objects: DurableObjectNamespace<SiteCacheRpc>): SiteCache {
  const callParts = <T, R>(
    items: T[],
    toSite: (item: T) => string,
    call: (part: DurableObjectStub<SiteCacheRpc>, items: T[]) => Promise<R>,
    recover: (items: T[], error: unknown) => R,
  ): Promise<R[]> => {
    const parts = Map.groupBy(items, (item) => hashText(toSite(item)) % PART_COUNT);
    return Promise.all(
      [...parts].map(([number, own]) =>
        call(objects.get(objects.idFromName(`sites ${number}`)), own).catch((error: unknown) => recover(own, error)),
      ),
    );
  };
  return {
    async claim(reader, wanted, now) {
      const answers = await callParts(
        wanted,
        (site) => site,
        (part, sites) => part.claim(reader, sites, now.getTime()),
        (sites, error) => {
          logError("sites_not_opened", error);
          return { known: new Map<string, SiteReading>(), claimed: sites };
        },
      );
      return {
        known: new Map(answers.flatMap(({ known }) => [...known])),
        claimed: new Set(answers.flatMap(({ claimed }) => claimed)),
      };
    },
    async save(readings, now) {
      await callParts(
        readings,
        ({ site }) => site,
        (part, own) => part.save(own, now.getTime()),
        (_, error) => logError("sites_not_kept", error),
      );
    },
    async release(reader, claimed) {
      await callParts(
        claimed,
        (site) => site,
        (part, sites) => part.release(reader, sites),
        (_, error) => logError("sites_not_released", error),
      );
    },
  };
}
