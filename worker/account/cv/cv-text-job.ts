import type { CommonDeps, Deps } from "../../compose";
import { logError } from "../../lib/log";
import { CvTextWakeUp } from "../../platform/queue-messages";
import { extractPdfText } from "./pdf-text";
import { isCvWaiting, saveCvText } from "./store-cv";

/** Prefix of a user's CV files. */
export const toCvPrefix = (userId: string): string => `cv/${userId}/`;

/** An extraction without a result after this long was lost and is queued again. Milliseconds. */
export const CV_TEXT_STALE_MS = 30_000;

/** Queues the extraction of a CV's text. The cron job and the settings call queue a lost wake-up again. */
export async function enqueueCvText(deps: Pick<Deps, "queues">, userId: string, cvPath: string): Promise<void> {
  await deps.queues.document.send({ userId, cvPath }).catch((error: unknown) => logError("cv_wake_up_failed", error));
}

/**
 * Extracts the text of a CV that waits for it; does nothing for any other.
 * @param failedDeliveries extractions of this file that died: after the second it counts as too complex
 */
async function extractCvText(
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

/** Queue consumer that extracts CV texts. The row decides: a repeated or late message finds nothing to do. */
export async function consumeCvTextJobs(batch: MessageBatch<unknown>, deps: CommonDeps): Promise<void> {
  for (const message of batch.messages) {
    const payload = CvTextWakeUp.safeParse(message.body);
    if (!payload.success) {
      logError("cv_message_malformed", payload.error);
    } else {
      // The cron job retries visible errors; a redelivery means that the last extraction died.
      const { userId, cvPath } = payload.data;
      await deps
        .openUserShard(userId)
        .then((ownDeps) => extractCvText(ownDeps, userId, cvPath, message.attempts - 1))
        .catch((error: unknown) => logError("cv_reading_failed", error));
    }
    message.ack();
  }
}
