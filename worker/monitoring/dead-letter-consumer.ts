import { z } from "zod";
import { logError } from "../lib/log";

/** The loggable members of our queue messages. */
const DeadLetter = z
  .object({ searchId: z.string(), generationId: z.string(), companyId: z.string(), cvPath: z.string() })
  .partial();

/**
 * Consumer of the dead-letter queue: logs each message as an error. Nothing is lost with it, as rows decide and the
 * cron jobs resume them.
 */
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
