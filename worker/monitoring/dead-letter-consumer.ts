import { z } from "zod";
import { logError } from "../lib/log";

/** What the messages of our queues hold, as far as it may stand in a log. */
const DeadLetter = z
  .object({ searchId: z.string(), generationId: z.string(), companyId: z.string(), cvPath: z.string() })
  .partial();

/** Consumer of what other queues have given up: each message is a fault in the log. Nothing is lost with it, as rows are the truth and the sweeps take them up. */
export async function logDeadLetters(batch: MessageBatch): Promise<void> {
  for (const message of batch.messages) {
    const { searchId, generationId, companyId, cvPath } = DeadLetter.safeParse(message.body).data ?? {};
    const from = searchId ? "crawl" : generationId ? "generation" : cvPath ? "document" : "unknown";
    logError("dead_letter", new Error(`A message of the ${from} queue was given up`), {
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
