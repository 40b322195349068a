import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { ConsumerPool } from "../../../worker/search/crawl/consumer-pool.ts";
import type { Run } from "../../harness/cli.ts";
import { type Product, startProduct } from "../../harness/product.ts";
import type { Measured } from "../../harness/report.ts";
import { SHARDS } from "./measure-shards.ts";
import { ENTRY, prepareWorld, SETTINGS, takeUnits } from "./measure-units.ts";
import { Person } from "./person.ts";
import { addUnits, scaleUnits, sumUnits, type Units } from "./units.ts";

/** Letters and mails of a person. */
const MAILS = 2;
/** So many people search as well, which takes workerd as long as all the rest. */
const SEARCHING_SHARE = 0.1;
const SETTLING_MS = 3_000;
/** One person comes after the other; all of them are there at the same time. */
const ARRIVAL_MS = 300;
/** Of the predicted units. */
const MAX_ERROR = 0.1;
/** Units that are billed or limited, and that do not depend on how long something takes. */
const COMPARED = {
  requests: /^requests$/u,
  "D1 statements": /^d1 \S+ statements$/u,
  "D1 statements, shared": /^d1 shared statements$/u,
  "D1 rows read": /^d1 \S+ rows read$/u,
  "D1 rows written": /^d1 \S+ rows written$/u,
  "object calls": /^object \S+ requests$/u,
  "object rows written": /^object rows written$/u,
  "queue messages": /^queue \S+ messages$/u,
  "R2 calls": /^r2 (?:reads|writes)$/u,
  "log lines": /^log lines$/u,
  "model calls": /^model calls$/u,
  "Gmail units": /^gmail units$/u,
};

/** How often the object of a running search looks whether there is something to do: its IDLE_STEP_MS. */
const SEARCH_STEP_MS = 2_000;
const SearchRow = z.object({ seconds: z.number() });

/**
 * What a search uses while it waits for a consumer. Cloudflare runs 250 of them, so the simulation lets no search wait;
 * the local queue has one, which 20 searches wait for. Until it comes the search's object looks every two seconds, on a
 * busy machine less often, and sends wake-ups again, each of which asks the object what there is to read. Counted by
 * method, these were all of the calls of objects that one search alone does not predict, a fifth of them and more.
 */
function computeWaiting(seconds: number): Units {
  const pool = new ConsumerPool();
  const looks = Math.max(0, Math.floor((seconds * 1_000) / SEARCH_STEP_MS));
  const isWoken = Array.from({ length: looks + 1 }, (_, look) => pool.takeWakeUps(1, look * SEARCH_STEP_MS) > 0);
  const repeated = isWoken.filter(Boolean).length - 1;
  return {
    "object SEARCH requests": looks + repeated,
    "call SEARCH.alarm": looks,
    "call SEARCH.exchange": repeated,
    "object rows written": looks,
    "queue crawl messages": repeated,
  };
}

async function live(person: Person): Promise<void> {
  await person.join();
  await person.openDashboard();
  await person.giveCompanies(MAILS);
  const ids = (await person.listCompanies()).slice(0, MAILS);
  await person.writeLetters(ids);
  for (const id of ids) await person.readLetter(id);
  await person.waitForMails(await person.queueMails(ids));
  const [first] = await person.listSentMails();
  if (first) await person.recordOutcome(first.company_id);
}

/** What was used meanwhile, and how long each search took that began in it. */
async function countUnits(
  product: Product,
  work: () => Promise<unknown>,
): Promise<{ units: Units; searchSeconds: number[] }> {
  await takeUnits(product);
  const began = new Date().toISOString();
  await work();
  await sleep(SETTLING_MS);
  const searches = await product.read(
    SearchRow,
    `SELECT (julianday(completed_at) - julianday(created_at)) * 86400 AS seconds FROM searches
      WHERE created_at >= ? AND completed_at IS NOT NULL`,
    began,
  );
  return { units: await takeUnits(product), searchSeconds: searches.map(({ seconds }) => seconds) };
}

/**
 * Many people at once in one workerd, spread over several shards, and what the simulation says of as many: so many
 * times the units of one person alone. That what an action uses does not depend on what others do is what the
 * simulation rests on.
 */
export async function measureLoad({ print }: Run, people: number): Promise<Measured[]> {
  const product = await startProduct({ entry: ENTRY, settings: { ...SETTINGS, HOST_DELAY_MS: "0" }, shards: SHARDS });
  try {
    await prepareWorld(product, {});
    const meet = async (name: string, searches: boolean) => {
      const person = new Person(product, name, { polls: false });
      await live(person);
      if (searches) await person.search();
    };
    // The first one fills the cache of sites, which all share.
    await meet("first", true);
    const alone = await countUnits(product, () => meet("alone", false));
    const searching = await countUnits(product, () => meet("searching", true));
    print("one person alone is counted");
    const searchers = Math.ceil(people * SEARCHING_SHARE);
    const began = performance.now();
    const together = await countUnits(product, () =>
      Promise.all(
        Array.from({ length: people }, async (_, number) => {
          await sleep(number * ARRIVAL_MS);
          await meet(`person-${number}`, number < searchers);
        }),
      ),
    );
    const seconds = (performance.now() - began) / 1000;
    const [unhurried = 0] = searching.searchSeconds;
    const waits = together.searchSeconds.map((each) => each - unhurried);
    const predicted = addUnits(
      scaleUnits(alone.units, people - searchers),
      scaleUnits(searching.units, searchers),
      ...waits.map(computeWaiting),
    );
    const compare = (name: RegExp) => {
      const [counted, expected] = [sumUnits(together.units, name), sumUnits(predicted, name)];
      return { counted, expected, ratio: counted === expected ? 1 : counted / expected };
    };
    const toRow = ({ counted, expected, ratio }: ReturnType<typeof compare>) => [
      counted,
      expected,
      expected === 0 && counted > 0 ? "-" : ratio.toFixed(3),
    ];
    const compared = Object.entries(COMPARED).map(([name, units]) => ({ name, ...compare(units) }));
    const columns = ["counted", "predicted", "ratio"];
    const calls = Object.keys({ ...together.units, ...predicted }).filter((name) => name.startsWith("call "));
    return [
      {
        title: `${people} people at once in one workerd, and the same people predicted from one`,
        how: [
          `Each joins, has ${MAILS} letters written, reads and sends them; ${searchers} search.`,
          `They are spread over ${SHARDS} shards and took ${seconds.toFixed(0)} s.`,
          `Searches waited ${(waits.reduce((sum, wait) => sum + wait, 0) / searchers).toFixed(0)} s in the mean.`,
        ].join(" "),
        judgedWhenShort: true,
        table: { columns, rows: Object.fromEntries(compared.map((each) => [each.name, toRow(each)])) },
        figures: compared.map(({ name, ratio }) => ({
          name: `${name}: apart by`,
          value: Math.abs(ratio - 1),
          unit: "",
          target: { atMost: MAX_ERROR },
        })),
      },
      {
        title: "The calls of objects, by class and method",
        how: [
          "On how long something takes depend renew, tell, and alarm and exchange of a search.",
          "STATUS is asked and told by an isolate every few minutes, however many its users are.",
        ].join(" "),
        table: {
          columns,
          rows: Object.fromEntries(
            calls.toSorted().map((call) => {
              const name = call.slice("call ".length);
              return [name, toRow(compare(new RegExp(`^call ${name.replace(".", String.raw`\.`)}$`, "u")))];
            }),
          ),
        },
        figures: [],
      },
    ];
  } finally {
    await product.stop();
  }
}
