import type { Settings } from "../contract/account";
import type { Deps } from "../deps";
import { ApiError } from "../platform/api-error";
import { dayOf, settingsOf } from "./rules";
import { type Account, accountQuery, sentTodayQuery } from "./store";

/**
 * The reads behind the settings object, for the end of a batch; `settingsFrom` makes the object of their rows.
 *
 *     const [, ...rows] = await deps.db.batch([change, ...settingsQueries(deps, user.id)]);
 *     return settingsFrom(rows, deps);
 */
export const settingsQueries = (deps: Pick<Deps, "db" | "now">, userId: string) =>
  [accountQuery(deps.db, userId), sentTodayQuery(deps.db, userId, dayOf(deps.now()).began)] as const;

/** @throws ApiError `unauthenticated` when the account was closed in the meantime */
export function settingsFrom(
  [[account], [today]]: readonly [Account[], { sent: number }[]],
  deps: Pick<Deps, "config" | "now">,
): Settings {
  if (!account) throw new ApiError("unauthenticated");
  return settingsOf(account, today?.sent ?? 0, deps.config, deps.now());
}
