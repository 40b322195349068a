import { runInDurableObject } from "cloudflare:test";
import type { HeldLease } from "../../../worker/platform/durable-objects";
import { getGenerationObject, getLlmBudget } from "./objects";

// The day's LLM calls of all users, as the budget's object and those of the users have them.

interface Day {
  began: string;
  used: number;
  mark: number;
  lastLease: number;
}

/** The calls of the day that are used or on lease. */
export const readLeasedLlmCalls = (): Promise<number> =>
  runInDurableObject(getLlmBudget(), (_, { storage }) => storage.kv.get<Day>("day")?.used ?? 0);

/** What is left of a user's lease. */
export const readLease = (userId: string): Promise<HeldLease | undefined> =>
  runInDurableObject(getGenerationObject(userId), (_, { storage }) => storage.kv.get<HeldLease>("llm lease"));

/** The calls of the day that were made, of users whose leases have not ended. */
export async function countLlmCalls(...userIds: string[]): Promise<number> {
  const leases = await Promise.all(userIds.map(readLease));
  return (await readLeasedLlmCalls()) - leases.reduce((sum, lease) => sum + (lease?.left ?? 0), 0);
}

/** As if others had used so many calls of the day that `began`. Leases go on. */
export const seedLlmCalls = (used: number, began: string): Promise<void> =>
  runInDurableObject(getLlmBudget(), (_, { storage }) => {
    const { mark = 0, lastLease = 0 } = storage.kv.get<Day>("day") ?? {};
    storage.kv.put<Day>("day", { began, used, mark, lastLease });
  });

/** As if the time of a user's lease were over. */
export const endLease = (userId: string): Promise<number | null> =>
  runInDurableObject(getGenerationObject(userId), async (object, { storage }) => {
    const lease = storage.kv.get<HeldLease>("llm lease");
    return lease ? object.endLlmLease(lease.id) : null;
  });
