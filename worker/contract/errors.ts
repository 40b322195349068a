import * as z from "zod/mini";

/** Every error code of the API, with the HTTP status of the response that carries it. */
export const ERROR_STATUS = {
  // the request itself
  invalid: 400,
  invalid_json: 400,
  payload_too_large: 413,
  unsupported_media_type: 415,
  cross_site: 403,
  not_found: 404,
  required: 400,
  too_long: 400,
  too_short: 400,
  too_many: 400,
  wrong_type: 400,
  unknown_field: 400,
  unauthenticated: 401,
  wizard_incomplete: 403,
  too_many_requests: 429,
  search_limit: 429,
  suggestion_limit: 429,
  generation_limit: 429,
  improvement_limit: 429,
  upload_limit: 429,
  export_limit: 429,
  report_limit: 429,
  write_limit: 429,
  spending_paused: 503,
  writing_limit: 429,
  not_configured: 503,
  unavailable: 503,
  account_moving: 503,
  internal: 500,
  // account
  invalid_credentials: 401,
  sign_in_blocked: 429,
  registration_limit: 429,
  email_taken: 409,
  email_invalid: 400,
  password_too_short: 400,
  password_too_long: 400,
  password_wrong: 400,
  reauthentication_required: 403,
  oauth_state_missing: 400,
  oauth_denied: 401,
  oauth_unverified: 403,
  google_other_account: 403,
  google_misconfigured: 503,
  google_unavailable: 502,
  cv_required: 422,
  cv_pdf_only: 415,
  cv_too_large: 413,
  facts_full: 422,
  profiles_full: 422,
  profile_default: 409,
  profile_in_use: 409,
  phone_invalid: 400,
  link_invalid: 400,
  template_required: 400,
  template_too_long: 400,
  // companies
  not_archived: 409,
  recipient_invalid: 400,
  no_mail_accepted: 422,
  message_required: 400,
  note_changed: 409,
  tags_full: 422,
  // applications
  not_applied: 422,
  outcome_changed: 409,
  answer_known: 409,
  answer_unread: 409,
  followed_up: 409,
  follow_up_too_early: 422,
  report_too_large: 422,
  // search
  query_required: 400,
  query_too_long: 400,
  categories_required: 400,
  too_many_categories: 400,
  duplicate_categories: 400,
  category_invalid: 400,
  category_too_short: 400,
  cities_required: 400,
  too_many_cities: 400,
  duplicate_cities: 400,
  city_ambiguous: 422,
  search_in_progress: 409,
  search_finished: 409,
  search_not_completed: 409,
  directory_unavailable: 502,
  directory_busy: 503,
  no_city_found: 400,
  search_crashed: 500,
  list_too_large: 413,
  list_too_long: 422,
  list_unreadable: 415,
  list_empty: 422,
  contact_required: 400,
  website_forbidden: 400,
  website_invalid: 400,
  website_profile: 400,
  // messages
  no_template: 422,
  generating: 409,
  generation_in_progress: 409,
  message_waits: 409,
  generation_cancelled: 409,
  writer_failed: 502,
  message_refused: 422,
  writer_unavailable: 503,
  writer_misconfigured: 503,
  writer_declined: 422,
  writer_cut_short: 502,
  // mail
  gmail_required: 422,
  gmail_disconnected: 422,
  gmail_scope_missing: 422,
  email_requirements: 422,
  already_sent: 409,
  already_contacted: 409,
  already_applied: 409,
  outcome_unknown: 409,
  needs_review: 409,
  objection_pending: 409,
  cv_language: 409,
  message_changed: 409,
  in_flight: 409,
  do_not_contact: 422,
  dead_address: 422,
  undeliverable_address: 422,
  do_not_contact_invalid: 400,
  objection_shared: 400,
  do_not_contact_full: 422,
  saved_searches_full: 422,
  bulk_send_limit: 400,
  daily_limit: 429,
  gmail_rate_limited: 503,
  provider_error: 502,
  mailbox_cannot_send: 422,
  gmail_api_off: 503,
  recipient_reserved: 422,
  courtesy_wait: 422,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERROR_STATUS, text);

/** The codes as a zod enum, for answers that carry one. */
export const ErrorCodeSchema = z.custom<ErrorCode>((value) => typeof value === "string" && isErrorCode(value));

/** A code for each field (or missing setting); for `message_refused` the findings, each with its words. */
export const ErrorFields = z.record(z.string(), z.string());

/** The body of every error. */
export const ErrorBody = z.object({
  error: z.string(),
  code: ErrorCodeSchema,
  fields: z.optional(ErrorFields),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/**
 * The error of a failed validation: a schema names the code in its message; zod's own issues map to general codes.
 * @returns the code of the answer and one code a field ("body" for the whole body)
 */
export function toValidationError(error: z.core.$ZodError): { code: ErrorCode; fields: Record<string, ErrorCode> } {
  // A Map, as a field may be called "constructor".
  const fields = new Map<string, ErrorCode>();
  const addFieldError = (field: string, code: ErrorCode) => void (fields.has(field) || fields.set(field, code));
  for (const issue of error.issues) {
    const path = issue.path.join(".");
    if (issue.code === "unrecognized_keys")
      for (const key of issue.keys) addFieldError(path ? `${path}.${key}` : key, "unknown_field");
    else addFieldError(path || "body", toErrorCode(issue));
  }
  const specific = [...fields.values()].find((code) => !GENERAL_CODES.has(code));
  return { code: specific ?? "invalid", fields: Object.fromEntries(fields) };
}

const GENERAL_CODES: ReadonlySet<ErrorCode> = new Set([
  "required",
  "too_long",
  "too_short",
  "too_many",
  "wrong_type",
  "unknown_field",
  "invalid",
]);

function toErrorCode(issue: z.core.$ZodIssue): ErrorCode {
  if (isErrorCode(issue.message)) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "required" : "wrong_type";
    case "too_big":
      return issue.origin === "string" ? "too_long" : "too_many";
    case "too_small":
      return issue.origin === "string" ? (issue.minimum === 1 ? "required" : "too_short") : "required";
    default:
      return "invalid";
  }
}
