import { log } from "../log";
import { Hand, type ReadingPorts } from "./hand";
import { type Exchange, type ExchangeAnswer, IN_HAND } from "./jobs";
import { heedObjections } from "./objections";

/** Sites one invocation reads: with some seven requests each it stays well below the thousand it may make. */
const SHARE = 72;

/** The search, as far as its readers see it. */
interface Search {
  exchange(told: Exchange): Promise<ExchangeAnswer>;
}

/**
 * Reads sites of one search until none is left or this invocation has done its share: as one is finished, the next is fetched.
 * Whatever is cut off here is handed out again by the search, which hears every second what is held.
 */
export async function readSites(searchId: string, search: Search, ports: ReadingPorts): Promise<void> {
  const hand = new Hand(searchId, ports);
  let share = SHARE;
  try {
    for (;;) {
      const told = hand.told();
      const reports = await heedObjections(ports.db, told.reports);
      const [{ goOn, sites }] = await Promise.all([
        search.exchange({ ...told, reports, room: Math.min(share, IN_HAND - hand.size) }),
        hand.keep(),
      ]);
      if (!goOn) return;
      share -= sites.length;
      hand.take(sites);
      if (hand.isEmpty) return;
      await hand.news();
    }
  } catch (error) {
    // The search's object is gone or starting anew: it hands out again what was not reported.
    log("crawl_lost", { searchId, error: error instanceof Error ? error.message : String(error) });
  } finally {
    await hand.layDown();
  }
}
