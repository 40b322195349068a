import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { consumeCvTextJobs } from "../../../worker/account/cv/cv-text-job";
import { composeDeps } from "../../../worker/compose";

/** Delivers the queue message of a CV. */
export async function deliverCvMessage(userId: string, cvPath: string, attempts = 1): Promise<void> {
  await deliverDocumentMessage({ userId, cvPath }, attempts);
}

export async function deliverDocumentMessage(body: unknown, attempts = 1): Promise<void> {
  const batch = createMessageBatch("candidature-document", [
    { id: crypto.randomUUID(), timestamp: new Date(), attempts, body },
  ]);
  await consumeCvTextJobs(batch, composeDeps(env));
}
