import { z } from "zod";
import { logFault } from "../log";

/** What the messages of our queues hold, as far as it may stand in a log. */
const Body = z
  .object({ searchId: z.string(), generationId: z.string(), companyId: z.string(), cvPath: z.string() })
  .partial();

/** Consumer of what other queues have given up: each message is a fault in the log. Nothing is lost with it, as rows are the truth and the sweeps take them up. */
export async function tellDead(batch: MessageBatch): Promise<void> {
  for (const message of batch.messages) {
    const { searchId, generationId, companyId, cvPath } = Body.safeParse(message.body).data ?? {};
    const from = searchId ? "crawl" : generationId ? "generation" : cvPath ? "document" : "unknown";
    logFault("dead_letter", new Error(`A message of the ${from} queue was given up`), {
      queue: batch.queue,
      from,
      searchId,
      generationId,
      companyId,
      message: message.id,
    });
    message.ack();
  }
}
