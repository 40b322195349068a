import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { composeDeps } from "../../../worker/compose";
import { bulkGenerate, getCurrentGeneration, type Generation } from "../../../worker/contract/messages";
import { companies } from "../../../worker/db/schema/companies";
import { generationItems, generations } from "../../../worker/db/schema/messages";
import { consumeGenerationQueue } from "../../../worker/messages/generate/generation-consumer";
import type { Env } from "../../../worker/platform/env";
import type { Client } from "./client";
import { database, seedCompany } from "./seed";
import { toPastTime } from "./times";

// Helpers for bulk generation.

export const BULK_GENERATE_PATH = "/api/dashboard/companies/bulk-generate-message";
export const startBulk = async (client: Client, ids: string[], overwrite = false) =>
  (await client.post(BULK_GENERATE_PATH, { company_ids: ids, overwrite })).as(bulkGenerate.answer);
export const fetchGeneration = async (client: Client) =>
  (await client.get("/api/dashboard/generations/current")).as(getCurrentGeneration.answer).generation;
/** A company without a message. */
export const seedCompanyWithoutMessage = (userId: string) =>
  seedCompany(userId, { message: "", subject: "", messageVersion: 0 });
export const listGenerationItems = (userId: string) =>
  database.select().from(generationItems).where(eq(generationItems.userId, userId));
export const listCompanyRows = (userId: string) =>
  database.select().from(companies).where(eq(companies.userId, userId));

/** Longer than the watchdog needs to queue a letter again whose queue message was lost (20 s). */
const GENERATION_TIMEOUT_MS = 40_000;

export async function waitForGeneration(
  client: Client,
  holds: (generation: Generation) => boolean,
): Promise<Generation> {
  const deadline = Date.now() + GENERATION_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const generation = await fetchGeneration(client);
    if (generation && holds(generation)) return generation;
    await scheduler.wait(100);
  }
  throw new Error("the generation did not reach the expected state");
}
export const hasEnded = (generation: Generation) => generation.status !== "running";

/** A generation as a crash leaves it: rows without an alarm or messages. @returns its id */
export async function seedStaleGeneration(
  userId: string,
  items: {
    companyId: string;
    state: "queued" | "running";
    attempts?: number;
    updatedAt: string;
    messageVersion?: number;
  }[],
  createdAt = toPastTime(300_000),
): Promise<string> {
  const id = crypto.randomUUID();
  await database.insert(generations).values({ userId, id, createdAt });
  await database
    .insert(generationItems)
    .values(items.map((item, position) => ({ userId, generationId: id, position, ...item })));
  return id;
}

/** Delivers a batch to the queue's consumer, in this invocation. */
export async function deliverGenerationBatch(bodies: unknown[], bindings: Env = env) {
  const batch = createMessageBatch(
    "candidature-generation",
    bodies.map((body, n) => ({ id: `m${n}`, timestamp: new Date(), attempts: 1, body })),
  );
  await consumeGenerationQueue(batch, composeDeps(bindings));
  return getQueueResult(batch, createExecutionContext());
}
