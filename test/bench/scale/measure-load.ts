import { setTimeout as sleep } from "node:timers/promises";
import type { Run } from "../../harness/cli.ts";
import { type Product, startProduct } from "../../harness/product.ts";
import type { Figure, Measured } from "../../harness/report.ts";
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
  "D1 rows written": /^d1 \S+ rows written$/u,
  "object calls, but of searches": /^object (?!STATUS|SEARCH|SITE_CACHE)\S+ requests$/u,
  "object rows written": /^object rows written$/u,
  "queue messages of letters and CVs": /^queue (?!crawl)\S+ messages$/u,
  "R2 calls": /^r2 (?:reads|writes)$/u,
  "log lines": /^log lines$/u,
  "model calls": /^model calls$/u,
  "Gmail units": /^gmail units$/u,
};

/** While a search waits for a consumer, its object looks again and wakes one again, and a local queue has one. */
const TIMED = {
  "queue messages of searches": /^queue crawl messages$/u,
  "object calls of searches": /^object (?:SEARCH|SITE_CACHE) requests$/u,
};

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

async function countUnits(product: Product, work: () => Promise<unknown>): Promise<Units> {
  await takeUnits(product);
  await work();
  await sleep(SETTLING_MS);
  return takeUnits(product);
}

/**
 * Many people at once in one workerd, and what the simulation says of as many: so many times the units of one person
 * alone. That what an action uses does not depend on what others do is what the simulation rests on.
 */
export async function measureLoad({ print }: Run, people: number): Promise<Measured> {
  const product = await startProduct({ entry: ENTRY, settings: { ...SETTINGS, HOST_DELAY_MS: "0" } });
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
    const predicted = addUnits(scaleUnits(alone, people - searchers), scaleUnits(searching, searchers));
    return {
      title: `${people} people at once in one workerd, and the same people predicted from one`,
      how: [
        `Each joins, has ${MAILS} letters written, reads and sends them; ${searchers} search.`,
        `They took ${seconds.toFixed(0)} s.`,
      ].join(" "),
      judgedWhenShort: true,
      figures: Object.entries({ ...COMPARED, ...TIMED }).map(([name, units]): Figure => {
        const [counted, expected] = [sumUnits(together, units), sumUnits(predicted, units)];
        return {
          name: `${name}: ${counted} counted, ${expected} predicted; apart by`,
          value: expected === 0 ? counted : Math.abs(counted - expected) / expected,
          unit: "",
          ...(name in COMPARED && { target: { atMost: MAX_ERROR } }),
        };
      }),
    };
  } finally {
    await product.stop();
  }
}
