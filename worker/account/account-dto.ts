import type { Deps } from "../compose";
import type { GmailStatus, PreferencesBody, Settings, User } from "../contract/account";
import { LIMITS } from "../contract/limits";
import { ApiError } from "../platform/api-error";
import type { Config } from "../platform/config";
import { findEncryptionKey, type EncryptionKey } from "../platform/encryption-keys";
import { toSendingDay } from "../quotas/rules-daily-limit";
import { sentTodayQuery } from "../quotas/store-quotas";
import { type Account, accountQuery } from "./store-accounts";

/** The account as the web app sees it. */
export function toUser(user: Account, config: KeyConfig): User {
  const gmail = toGmailStatus(user, config);
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    language: user.language,
    wizard_completed: user.wizardCompleted,
    gmail_connected: gmail.connected,
    gmail_email: gmail.email,
    created_at: user.createdAt,
    cv_path: user.cvPath,
    template_message: user.templateMessage,
  };
}

interface KeyConfig {
  tokenKeys: readonly EncryptionKey[] | undefined;
}

/**
 * A row without tokens is a link that Google no longer honours; tokens encrypted with a removed key cannot be
 * decrypted. The address stays, so that the user knows what to reconnect. Without any key the whole feature is off,
 * which is no reason to reconnect.
 */
export function toGmailStatus(
  user: Pick<Account, "id" | "gmailEmail" | "gmailTokens" | "gmailLinkedAt">,
  { tokenKeys }: KeyConfig,
): GmailStatus {
  const connected =
    user.gmailTokens !== null && (!tokenKeys || findEncryptionKey(user.gmailTokens, user.id, tokenKeys) !== undefined);
  return {
    connected,
    email: user.gmailEmail,
    linked_at: user.gmailLinkedAt,
    reconnect: user.gmailEmail !== null && !connected,
  };
}

export function toCv(
  user: Pick<Account, "cvPath" | "cvName" | "cvSize" | "cvUploadedAt" | "cvTextStatus">,
): Settings["cv"] {
  if (user.cvPath === null || user.cvName === null || user.cvSize === null || user.cvUploadedAt === null) return null;
  return {
    name: user.cvName,
    size: user.cvSize,
    uploaded_at: user.cvUploadedAt,
    text_status: user.cvTextStatus ?? "pending",
  };
}

/** The columns behind the preferences of a request; those that it leaves out stay undefined. */
export const toPreferenceColumns = (preferences: PreferencesBody) => ({
  attachCv: preferences.attach_cv,
  attachLetter: preferences.attach_letter,
  tellSource: preferences.tell_source,
  tagReplies: preferences.tag_replies,
  letterAddress: preferences.letter_address?.trim(),
});

/** The settings response. `sentToday` counts mails against the daily limit. */
export function toSettings(
  user: Account,
  sentToday: number,
  config: KeyConfig & Pick<Config, "dailyLimit" | "openai">,
  now: Date,
): Settings {
  return {
    language: user.language,
    template_message: user.templateMessage,
    several_profiles: user.severalProfiles,
    cv_path: user.cvPath,
    cv: toCv(user),
    gmail: toGmailStatus(user, config),
    attach_cv: user.attachCv,
    attach_letter: user.attachLetter,
    tell_source: user.tellSource,
    tag_replies: user.tagReplies,
    letter_address: user.letterAddress,
    signature: { phone: user.signaturePhone, links: user.signatureLinks },
    sent_today: sentToday,
    daily_limit: config.dailyLimit,
    resets_at: toSendingDay(now).ends,
    limits: {
      bulk_send: LIMITS.bulkSend,
      categories: LIMITS.categories,
      cities: LIMITS.cities,
      suggestions: LIMITS.suggestions,
      query_length: LIMITS.queryLength,
      template_length: LIMITS.templateLength,
      cv_bytes: LIMITS.cvBytes,
      letter_wait_hours: config.openai.batchHours,
    },
  };
}

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
