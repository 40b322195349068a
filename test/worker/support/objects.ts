import { env } from "cloudflare:workers";

// Stubs of the Durable Objects under test.

export const getAccountObject = (userId: string) => env.ACCOUNT.get(env.ACCOUNT.idFromName(userId));
export const getActivityObject = (userId: string) => env.ACTIVITY.get(env.ACTIVITY.idFromName(userId));
export const getGenerationObject = (userId: string) => env.GENERATION.get(env.GENERATION.idFromName(userId));
export const getLlmBudget = () => env.LLM_BUDGET.get(env.LLM_BUDGET.idFromName("llm-budget"));
export const getMailboxObject = (userId: string) => env.MAILBOX.get(env.MAILBOX.idFromName(userId));
export const getSearchObject = (searchId: string) => env.SEARCH.get(env.SEARCH.idFromName(searchId));
export const getOsmRateLimiter = () => env.OSM_GATE.get(env.OSM_GATE.idFromName("osm"));
