import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { readDocuments } from "../../worker/account/queue";
import { depsOf } from "../../worker/deps";

/** Delivers the wake-up for a CV, as the queue would. */
export async function wake(userId: string, cvPath: string, attempts = 1): Promise<void> {
  await deliver({ userId, cvPath }, attempts);
}

export async function deliver(body: unknown, attempts = 1): Promise<void> {
  const batch = createMessageBatch("candidature-document", [
    { id: crypto.randomUUID(), timestamp: new Date(), attempts, body },
  ]);
  await readDocuments(batch, depsOf(env));
}
