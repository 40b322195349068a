import { z } from "zod";
import type { Measured } from "../../harness/report.ts";
import { Applicant } from "./applicant.ts";
import { startGenerateSetup } from "./generate-setup.ts";

const SLOW_LATENCY_MS = 15_000;
/** As many as a lease of the model's calls has: each job takes one. */
const LETTERS = 5;
const Rows = z.object({ rowsWritten: z.number() });
const Written = z.object({ ...Rows.shape, shared: Rows, objectRows: z.number() });

/** Rows that D1 and the objects write for letters of a model that answers at once, and of one that takes 15 s. */
export async function measureRows(): Promise<Measured> {
  const setup = await startGenerateSetup("test/bench/worker/send-entry.ts");
  try {
    const user = await Applicant.register(setup.product);
    const takeWritten = async () => Written.parse(await (await fetch(`${setup.product.url()}/bench/d1`)).json());
    const countRows = async (latencyMs: number) => {
      await setup.llm.set({ latencyMs });
      const ids = await user.addCompanies(LETTERS);
      await takeWritten();
      await user.writeBulk(ids);
      const { rowsWritten, shared, objectRows } = await takeWritten();
      return { database: (rowsWritten + shared.rowsWritten) / LETTERS, objects: objectRows / LETTERS };
    };
    // The first letter extracts the facts of the CV.
    await countRows(0);
    const fast = await countRows(0);
    const slow = await countRows(SLOW_LATENCY_MS);
    return {
      title: "Rows written for a letter",
      how: `${LETTERS} letters in one job, which writes a row of its own; the objects' alarms count as rows.`,
      judgedWhenShort: true,
      figures: [
        { name: "in D1, written at once", value: fast.database, unit: "" },
        { name: "in D1, in 15 s", value: slow.database, unit: "", target: { atMost: fast.database } },
        { name: "in objects, written at once", value: fast.objects, unit: "" },
        { name: "in objects, in 15 s", value: slow.objects, unit: "", target: { atMost: fast.objects } },
      ],
    };
  } finally {
    await setup.stop();
  }
}
