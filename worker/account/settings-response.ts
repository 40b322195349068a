import { toSendingDay } from "../auth/rules-daily-limit";
import { sentTodayQuery } from "../auth/store-quotas";
import type { Deps } from "../compose";
import type { Settings } from "../contract/account";
import { ApiError } from "../platform/api-error";
import { toSettings } from "./account-dto";
import { type Account, accountQuery } from "./store-accounts";

/**
 * The reads behind the settings object, for the end of a batch; `toSettingsResponse` makes the object of their rows.
 *
 *     const [, ...rows] = await deps.db.batch([change, ...settingsQueries(deps, user.id)]);
 *     return toSettingsResponse(rows, deps);
 */
export const settingsQueries = (deps: Pick<Deps, "db" | "now">, userId: string) =>
  [accountQuery(deps.db, userId), sentTodayQuery(deps.db, userId, toSendingDay(deps.now()).began)] as const;

/** @throws ApiError `unauthenticated` when the account was closed in the meantime */
export function toSettingsResponse(
  [[account], [today]]: readonly [Account[], { sent: number }[]],
  deps: Pick<Deps, "config" | "now">,
): Settings {
  if (!account) throw new ApiError("unauthenticated");
  return toSettings(account, today?.sent ?? 0, deps.config, deps.now());
}
