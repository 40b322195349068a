import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { consumeCvTextJobs } from "../../../worker/account/cv/cv-text-job";
import { composeDeps } from "../../../worker/compose";

/** Delivers the wake-up for a CV, as the queue would. */
export async function deliverCvMessage(userId: string, cvPath: string, attempts = 1): Promise<void> {
  await deliverDocumentMessage({ userId, cvPath }, attempts);
}

export async function deliverDocumentMessage(body: unknown, attempts = 1): Promise<void> {
  const batch = createMessageBatch("candidature-document", [
    { id: crypto.randomUUID(), timestamp: new Date(), attempts, body },
  ]);
  await consumeCvTextJobs(batch, composeDeps(env));
}
