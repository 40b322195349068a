import * as z from "zod/mini";
import { Text } from "./plain";

/**
 * The closed list of refusals and their English texts. The web app shows its own translation of the code;
 * the text is for people who read the answer itself.
 */
export const ERRORS = {
  // the request itself
  invalid: "Some fields are not valid",
  invalid_json: "The request body is not valid JSON",
  payload_too_large: "The request is too large",
  unsupported_media_type: "The request body must be JSON",
  cross_site: "Requests from other sites are refused",
  not_found: "Not found",
  required: "This field is required",
  too_long: "This value is too long",
  too_short: "This value is too short",
  too_many: "There are too many values",
  wrong_type: "This value has the wrong type",
  unknown_field: "This field is not known",
  unauthenticated: "Please sign in",
  wizard_incomplete: "Please finish the setup first",
  too_many_requests: "Too many requests, please wait a moment",
  search_limit: "The hourly limit of searches is reached",
  suggestion_limit: "The hourly limit of suggestions is reached",
  generation_limit: "The hourly limit of messages to write is reached",
  improvement_limit: "The hourly limit of help with the template is reached",
  upload_limit: "The hourly limit of uploads is reached",
  spending_paused: "Writing is paused on this server for today",
  not_configured: "This feature is switched off on this server",
  unavailable: "The service is not available right now, please try again",
  internal: "An error occurred",
  // account
  invalid_credentials: "Invalid email or password",
  sign_in_blocked: "Too many failed attempts to sign in, please wait before the next one",
  registration_limit: "The hourly limit of new accounts from one network is reached",
  email_taken: "An account with this email already exists",
  email_invalid: "Please enter a valid email address",
  password_too_short: "Password must be at least 6 characters",
  password_too_long: "Password must be at most 128 characters",
  oauth_state_missing: "The sign-in took too long or was started elsewhere, please try again",
  oauth_denied: "Google did not confirm the sign-in",
  oauth_unverified: "Google has not verified this email address",
  google_unavailable: "Google is not answering right now, please try again",
  cv_required: "Please upload your CV in Settings",
  cv_pdf_only: "Only PDF files are accepted",
  cv_too_large: "The CV must be at most 5 MB",
  template_required: "Please enter a message template",
  template_too_long: "The template must be at most 5000 characters",
  // companies
  not_archived: "Only archived companies can be deleted",
  recipient_invalid: "The recipient must be one of the company's addresses",
  message_required: "Please enter a message first",
  // search
  query_required: "Please enter a search query",
  query_too_long: "The query must be at most 500 characters",
  categories_required: "Please choose at least one category",
  too_many_categories: "Please choose at most 10 categories",
  duplicate_categories: "The same category is there twice",
  category_invalid: "This category is not known",
  cities_required: "Please choose at least one city",
  too_many_cities: "Please choose at most 10 cities",
  duplicate_cities: "The same city is there twice",
  search_in_progress: "A search is already running",
  search_finished: "This search has already ended",
  search_not_completed: "This search has no results to add",
  directory_unavailable: "The company directory is not answering right now, please try again later",
  no_city_found: "None of the cities was found",
  search_crashed: "The search could not go on",
  // messages
  no_template: "Template message not configured",
  generating: "A message is being generated for this company",
  generation_in_progress: "Messages are already being generated",
  generation_cancelled: "The generation was cancelled",
  writer_failed: "Error generating message",
  message_refused: "The message that was written did not pass the check",
  writer_unavailable: "The writing service is not answering right now, please try again",
  // mail
  gmail_required: "Please connect your Gmail account in Settings before sending emails",
  gmail_disconnected: "Gmail no longer accepts the link, please reconnect your account in Settings",
  gmail_scope_missing: "The permission to send was not granted",
  email_requirements: "The company needs an email address and a message",
  already_sent: "This company has already been written to",
  already_contacted: "This address has already been written to",
  outcome_unknown: "It is not known whether the last attempt was sent",
  needs_review: "This message needs to be read again before sending",
  message_changed: "The message has changed since you read it",
  in_flight: "This message is being sent",
  do_not_contact: "This address is not to be written to",
  do_not_contact_invalid: "Please enter an email address or a domain",
  objection_shared: "Many people have their address at this domain: please give the exact address",
  do_not_contact_full: "The do-not-contact list holds 1000 entries at most",
  bulk_send_limit: "At most 20 companies can be written to at once",
  daily_limit: "The daily limit is reached",
  gmail_rate_limited: "Gmail asks to wait before sending more",
  provider_error: "Gmail did not accept the message",
  recipient_reserved: "This address cannot receive mail",
} as const;

export type ErrorCode = keyof typeof ERRORS;

const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text);

/** The codes as a zod enum, for answers that carry one. */
export const ErrorCodeSchema = z.custom<ErrorCode>((value) => typeof value === "string" && isErrorCode(value));

/** Names of fields (or of missing settings) with a code each; for `message_refused` the reasons, each with the words it is about. */
export const ErrorFields = z.record(Text, Text);

/** The body of every refusal. */
export const ErrorBody = z.object({
  error: Text,
  code: ErrorCodeSchema,
  fields: z.optional(ErrorFields),
});
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
    if (issue.code === "unrecognized_keys") for (const key of issue.keys) tell(path ? `${path}.${key}` : key, "unknown_field");
    else tell(path || "body", codeOf(issue));
  }
  const specific = [...fields.values()].find((code) => !GENERAL.has(code));
  return { code: specific ?? "invalid", fields: Object.fromEntries(fields) };
}

const GENERAL: ReadonlySet<ErrorCode> = new Set(["required", "too_long", "too_short", "too_many", "wrong_type", "unknown_field", "invalid"]);

function codeOf(issue: z.core.$ZodIssue): ErrorCode {
  if (isErrorCode(issue.message)) return issue.message;
  switch (issue.code) {
    case "invalid_type": return issue.input === undefined ? "required" : "wrong_type";
    case "too_big": return issue.origin === "string" ? "too_long" : "too_many";
    case "too_small": return issue.origin === "string" ? (issue.minimum === 1 ? "required" : "too_short") : "required";
    default: return "invalid";
  }
}
