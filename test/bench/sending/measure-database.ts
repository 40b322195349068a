import { z } from "zod";
import { seedJobSeeker } from "../../harness/job-seeker.ts";
import type { Product } from "../../harness/product.ts";
import type { Figure, Measured } from "../../harness/report.ts";

const Counts = z.object({ trips: z.number(), statements: z.number(), rowsRead: z.number(), rowsWritten: z.number() });
const AllCounts = Counts.extend({ shared: Counts });
const COUNT_NAMES = {
  trips: "round trips",
  statements: "statements",
  rowsRead: "rows read",
  rowsWritten: "rows written",
} as const;
/** Mails the user has sent before. */
const SENT_BEFORE = [0, 500] as const;

const INSERT_MAIL_SQL = `
  INSERT OR IGNORE INTO mails (user_id, id, company_id, recipient, subject, body, status, created_at, updated_at)
  VALUES (?, ?, ?, ?, 'S', 'B', 'sent', ?, ?)`;

/** What a mail costs in D1, the session check of its call included, for a new user and for one with a long log. */
export async function measureDatabase(server: Product): Promise<Measured> {
  const figures: Figure[] = [];
  const takeCounts = async () => AllCounts.parse(await (await fetch(`${server.url()}/bench/d1`)).json());
  for (const history of SENT_BEFORE) {
    const user = await seedJobSeeker(server, `rows-${history}`, 40);
    const at = new Date(Date.now() - 86_400_000 * 2).toISOString();
    if (history > 0)
      await server.write(
        Array.from({ length: history }, (_, n) => ({
          sql: INSERT_MAIL_SQL,
          values: [`rows-${history}`, `past-${n}`, `past-${n}`, `${n}@past.example`, at, at],
        })),
      );
    const after = history === 0 ? "" : `, after ${history} mails`;
    for (const [name, count, path, body] of [
      [`a single send${after}`, 1, `/api/dashboard/companies/${user.ids[0]}/send-email`, {}],
      [
        `a mail of a batch of 20${after}`,
        20,
        "/api/dashboard/companies/bulk-send",
        { company_ids: user.ids.slice(1, 21) },
      ],
    ] as const) {
      await takeCounts();
      const answer = await user.call("POST", path, body);
      if (answer?.status !== 200) throw new Error(`not sent: ${JSON.stringify(answer)}`);
      const counts = await takeCounts();
      for (const key of ["trips", "statements", "rowsRead", "rowsWritten"] as const)
        figures.push({
          name: `${COUNT_NAMES[key]}, ${name}`,
          value: (counts[key] + counts.shared[key]) / count,
          unit: "",
        });
    }
  }
  return {
    title: "What a mail costs in D1",
    how: "By D1's own count of both databases, indexes included, through wrapped bindings.",
    figures,
  };
}
