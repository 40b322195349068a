import { defineProof } from "../harness/cli.ts";
import { startProduct } from "../harness/product.ts";
import { seededRandom } from "../harness/random.ts";
import { HURRIED_OUTBOX } from "../sandbox/config-overrides.ts";
import { pressOutbox } from "./sending/outbox-rounds.ts";
import { pressAfterRestore, pressInTwoTabs, pressRounds, type RoundsOutcome } from "./sending/send-rounds.ts";

/** A short run cannot wait until the product gives a hanging Gmail up. */
const SHORT_HANG_MS = 2_000;

function describeOutcome(title: string, outcome: RoundsOutcome): string {
  const { rounds, companies, presses, accepted, twice, rows, kills, cutOff, faults, seconds, failures } = outcome;
  const log = Object.entries(rows).map(([status, count]) => `${count} ${status}`);
  return [
    `${title}: ${rounds} rounds, ${companies} companies, ${presses} presses, ${accepted} mails accepted`,
    `${twice} companies with two`,
    `log: ${log.join(", ")}`,
    ...(kills > 0 ? [`${kills} kills, ${cutOff} mails cut off by them`] : []),
    `${faults} errors logged`,
    `${seconds.toFixed(0)} s`,
    `${failures.length} failures`,
  ].join("; ");
}

/**
 * Nothing is sent twice. Four tabs press send on the same 20 companies while three in ten POSTs to Gmail fail, three in
 * ten of those after Gmail took the mail; the same while the server is killed; two tabs send the same batch at the same
 * instant; a database is restored to before anything was sent; mails are queued in the outbox, taken out and sent
 * directly while the server is killed. What counts is what the sandbox's Gmail took. The seed decides the presses and
 * the kills; the sandbox's faults have a chance of their own.
 */
export const command = defineProof({
  options: {
    rounds: { about: "users with four tabs", usual: 200, short: 3 },
    kills: { about: "kills", usual: 100, short: 0 },
    tabs: { about: "users with two tabs", usual: 100, short: 2 },
    outboxes: { about: "users with an outbox", usual: 40, short: 3 },
    restores: { about: "users whose database is restored", usual: 20, short: 2 },
  },
  prove: async ({ options, short, seed, print }) => {
    const { rounds, kills, tabs, restores, outboxes } = options;
    const hangMs = short ? SHORT_HANG_MS : undefined;
    const random = seededRandom(seed);
    const server = await startProduct({ settings: HURRIED_OUTBOX });
    const failures: string[] = [];
    const press = (name: string, killCount: number) =>
      pressRounds(server, name, { rounds, kills: killCount, hangMs, random, print });
    const parts: [title: string, count: number, work: () => Promise<RoundsOutcome>][] = [
      ["four tabs, faults", rounds, () => press("calm", 0)],
      ["four tabs, faults and kills", kills, () => press("killed", kills)],
      ["two tabs, same instant", tabs, () => pressInTwoTabs(server, "twins", tabs)],
      ["the outbox, faults and kills", outboxes, () => pressOutbox(server, "queued", outboxes, hangMs, random)],
      ["a restored database", restores, () => pressAfterRestore(server, "restored", restores, hangMs)],
    ];
    try {
      for (const [title, count, work] of parts) {
        if (count === 0) continue;
        const outcome = await work();
        print(describeOutcome(title, outcome));
        failures.push(...outcome.failures);
      }
      const events = server.loggedErrors.map((line) => /"event":"[^"]+"/u.exec(line)?.[0] ?? line.slice(0, 200));
      for (const event of new Set(events)) print(`logged: ${event}`);
    } finally {
      await server.stop();
    }
    return { failures };
  },
});
