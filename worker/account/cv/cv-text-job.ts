import type { Deps } from "../../compose";
import { logError } from "../../lib/log";
import { CvTextWakeUp } from "../../platform/queue-messages";
import { extractPdfText } from "./pdf-text";
import { isCvWaiting, saveCvText } from "./store-cv";

/** Where the CVs of a user are. */
export const toCvPrefix = (userId: string): string => `cv/${userId}/`;

/** A reading that has not come after this long was lost and is asked for again. Milliseconds. */
export const CV_TEXT_STALE_MS = 30_000;

/** Asks for the text of a CV to be read. A wake-up that gets lost is sent again by the sweep and by the settings call. */
export async function enqueueCvText(deps: Pick<Deps, "queues">, userId: string, cvPath: string): Promise<void> {
  await deps.queues.document.send({ userId, cvPath }).catch((error: unknown) => logError("cv_wake_up_failed", error));
}

/**
 * Reads the text of a CV that waits for it; does nothing for any other.
 * @param failedDeliveries how many readings of this file ended without a word: after the second it is taken for too complex
 */
export async function extractCvText(
  deps: Pick<Deps, "db" | "files">,
  userId: string,
  cvPath: string,
  failedDeliveries: number,
): Promise<void> {
  if (!(await isCvWaiting(deps.db, userId, cvPath))) return;
  if (failedDeliveries > 1) return saveCvText(deps.db, userId, cvPath, { status: "too_complex", text: "" });
  const bytes = await deps.files.get(cvPath);
  await saveCvText(deps.db, userId, cvPath, bytes ? await extractPdfText(bytes) : { status: "invalid", text: "" });
}

/** Reads the CVs it is woken for. The row is the truth: a message that comes twice or late finds nothing to do. */
export async function consumeCvTextJobs(batch: MessageBatch<unknown>, deps: Deps): Promise<void> {
  for (const message of batch.messages) {
    const payload = CvTextWakeUp.safeParse(message.body);
    if (!payload.success) {
      logError("cv_message_malformed", payload.error);
    } else {
      // A fault we see is left to the sweep; a delivery that comes again is one whose reading died.
      await extractCvText(deps, payload.data.userId, payload.data.cvPath, message.attempts - 1).catch(
        (error: unknown) => logError("cv_reading_failed", error),
      );
    }
    message.ack();
  }
}
