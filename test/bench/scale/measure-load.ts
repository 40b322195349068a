import { setTimeout as sleep } from "node:timers/promises";
import type { Run } from "../../harness/cli.ts";
import { type Product, startProduct } from "../../harness/product.ts";
import type { Figure, Measured } from "../../harness/report.ts";
import { ENTRY, prepareWorld, SETTINGS, takeUnits } from "./measure-units.ts";
import { Person } from "./person.ts";
import { scaleUnits, sumUnits, type Units } from "./units.ts";

/** Letters and mails of a person. */
const MAILS = 2;
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
  "object calls": /^object (?!STATUS)\S+ requests$/u,
  "object rows written": /^object rows written$/u,
  "queue messages of letters and CVs": /^queue (?!crawl)\S+ messages$/u,
  "R2 calls": /^r2 (?:reads|writes)$/u,
  "log lines": /^log lines$/u,
  "model calls": /^model calls$/u,
  "Gmail units": /^gmail units$/u,
};

/** A search wakes consumers again while it waits for one, and a local queue has one. */
const TIMED = { "queue messages of searches": /^queue crawl messages$/u };

async function live(person: Person): Promise<void> {
  await person.join();
  await person.openDashboard();
  await person.search();
  const ids = (await person.listCompanies()).slice(0, MAILS);
  await person.writeLetters(ids);
  for (const id of ids) await person.readLetter(id);
  await person.waitForMails(await person.queueMails(ids));
  await person.recordOutcome(ids[0] ?? "");
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
    const meet = (name: string) => live(new Person(product, name, { polls: false }));
    // The first one fills the cache of sites, which all share.
    await meet("first");
    const alone = await countUnits(product, () => meet("alone"));
    print("one person alone is counted");
    const began = performance.now();
    const together = await countUnits(product, () =>
      Promise.all(
        Array.from({ length: people }, async (_, number) => {
          await sleep(number * ARRIVAL_MS);
          await meet(`person-${number}`);
        }),
      ),
    );
    const seconds = (performance.now() - began) / 1000;
    const predicted = scaleUnits(alone, people);
    return {
      title: `${people} people at once in one workerd, and the same people predicted from one`,
      how: `Each joins, searches, has ${MAILS} letters written, reads and sends them: ${seconds.toFixed(0)} s.`,
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
