/** What Gmail does with one POST; at a crash the server dies, before or after Gmail accepted the mail. */
export const GMAIL_OUTCOMES = [
  "ok",
  "400",
  "401",
  "403:domainPolicy",
  "403:SERVICE_DISABLED",
  "403:insufficientPermissions",
  "429",
  "500",
  "502",
  "drop",
  "accept and drop",
  "accept and answer garbage",
  "accept and answer 500",
  "accept and answer 503",
  "hang",
  "accept and hang",
  "crash",
  "accept and crash",
] as const;
export type GmailOutcome = (typeof GMAIL_OUTCOMES)[number];

/** Outcomes with which Gmail accepts the mail, unless the token is invalid. */
export const REACHES_GMAIL = new Set<GmailOutcome>([
  "ok",
  "accept and drop",
  "accept and answer garbage",
  "accept and answer 500",
  "accept and answer 503",
  "accept and hang",
  "accept and crash",
]);
/** Outcomes that do not show whether Gmail accepted the mail. */
export const UNKNOWN_OUTCOMES = new Set<GmailOutcome>([
  "500",
  "502",
  "drop",
  "accept and drop",
  "accept and answer garbage",
  "accept and answer 500",
  "accept and answer 503",
  "hang",
  "accept and hang",
]);
export const REFUSALS: Partial<Record<GmailOutcome, { reason: string; stop: boolean }>> = {
  "400": { reason: "provider_error", stop: false },
  "429": { reason: "gmail_rate_limited", stop: true },
  "403:domainPolicy": { reason: "mailbox_cannot_send", stop: true },
  "403:SERVICE_DISABLED": { reason: "gmail_api_off", stop: true },
  "403:insufficientPermissions": { reason: "gmail_disconnected", stop: true },
};
