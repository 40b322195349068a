import * as z from "zod/mini";
import { later } from "./later";
import { Text } from "./plain";

/** The closed list of refusals. */
export const ERROR_CODES = [
  // the request itself
  "invalid",
  "invalid_json",
  "payload_too_large",
  "unsupported_media_type",
  "cross_site",
  "not_found",
  "required",
  "too_long",
  "too_short",
  "too_many",
  "wrong_type",
  "unknown_field",
  "unauthenticated",
  "wizard_incomplete",
  "too_many_requests",
  "search_limit",
  "suggestion_limit",
  "generation_limit",
  "improvement_limit",
  "upload_limit",
  "export_limit",
  "write_limit",
  "spending_paused",
  "writing_limit",
  "not_configured",
  "unavailable",
  "internal",
  // account
  "invalid_credentials",
  "sign_in_blocked",
  "registration_limit",
  "email_taken",
  "email_invalid",
  "password_too_short",
  "password_too_long",
  "password_wrong",
  "reauthentication_required",
  "oauth_state_missing",
  "oauth_denied",
  "oauth_unverified",
  "google_other_account",
  "google_misconfigured",
  "google_unavailable",
  "cv_required",
  "cv_pdf_only",
  "cv_too_large",
  "template_required",
  "template_too_long",
  // companies
  "not_archived",
  "recipient_invalid",
  "message_required",
  // search
  "query_required",
  "query_too_long",
  "categories_required",
  "too_many_categories",
  "duplicate_categories",
  "category_invalid",
  "category_too_short",
  "cities_required",
  "too_many_cities",
  "duplicate_cities",
  "search_in_progress",
  "search_finished",
  "search_not_completed",
  "directory_unavailable",
  "directory_busy",
  "no_city_found",
  "search_crashed",
  // messages
  "no_template",
  "generating",
  "generation_in_progress",
  "generation_cancelled",
  "writer_failed",
  "message_refused",
  "writer_unavailable",
  "writer_misconfigured",
  "writer_declined",
  "writer_cut_short",
  // mail
  "gmail_required",
  "gmail_disconnected",
  "gmail_scope_missing",
  "email_requirements",
  "already_sent",
  "already_contacted",
  "outcome_unknown",
  "needs_review",
  "objection_pending",
  "message_changed",
  "in_flight",
  "do_not_contact",
  "do_not_contact_invalid",
  "objection_shared",
  "do_not_contact_full",
  "bulk_send_limit",
  "daily_limit",
  "gmail_rate_limited",
  "provider_error",
  "mailbox_cannot_send",
  "gmail_api_off",
  "recipient_reserved",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

const known: ReadonlySet<string> = new Set(ERROR_CODES);
const isErrorCode = (text: string): text is ErrorCode => known.has(text);

/** The codes as a zod enum, for answers that carry one. */
export const ErrorCodeSchema = later(() =>
  z.custom<ErrorCode>((value) => typeof value === "string" && isErrorCode(value)),
);

/** Names of fields (or of missing settings) with a code each; for `message_refused` the reasons, each with the words it is about. */
export const ErrorFields = later(() => z.record(Text, Text));

/** The body of every refusal. */
export const ErrorBody = later(() =>
  z.object({
    error: Text,
    code: ErrorCodeSchema,
    fields: z.optional(ErrorFields),
  }),
);
export type ErrorBody = z.infer<typeof ErrorBody>;

/**
 * The refusal for a failed validation: a schema names the code in its message; zod's own issues map to the general ones.
 * @returns the code of the whole answer and one code a field ("body" is the whole of it)
 */
export function refusalOf(error: z.core.$ZodError): { code: ErrorCode; fields: Record<string, ErrorCode> } {
  // A map, for a field may be called "constructor".
  const fields = new Map<string, ErrorCode>();
  const tell = (field: string, code: ErrorCode) => void (fields.has(field) || fields.set(field, code));
  for (const issue of error.issues) {
    const path = issue.path.join(".");
    if (issue.code === "unrecognized_keys")
      for (const key of issue.keys) tell(path ? `${path}.${key}` : key, "unknown_field");
    else tell(path || "body", codeOf(issue));
  }
  const specific = [...fields.values()].find((code) => !GENERAL.has(code));
  return { code: specific ?? "invalid", fields: Object.fromEntries(fields) };
}

const GENERAL: ReadonlySet<ErrorCode> = new Set([
  "required",
  "too_long",
  "too_short",
  "too_many",
  "wrong_type",
  "unknown_field",
  "invalid",
]);

function codeOf(issue: z.core.$ZodIssue): ErrorCode {
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
