import type { Deps } from "../../compose";
import { logError } from "../../lib/log";
import { CvTextWakeUp } from "../../platform/queue-messages";
import { extractCvText } from "./cv-text-job";

/** Reads the CVs it is woken for. The row is the truth: a message that comes twice or late finds nothing to do. */
export async function consumeCvTextJobs(batch: MessageBatch<unknown>, deps: Deps): Promise<void> {
  for (const message of batch.messages) {
    const wish = CvTextWakeUp.safeParse(message.body);
    if (!wish.success) {
      logError("cv_message_malformed", wish.error);
    } else {
      // A fault we see is left to the sweep; a delivery that comes again is one whose reading died.
      await extractCvText(deps, wish.data.userId, wish.data.cvPath, message.attempts - 1).catch((error: unknown) =>
        logError("cv_reading_failed", error),
      );
    }
    message.ack();
  }
}
