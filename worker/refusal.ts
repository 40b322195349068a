import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ErrorBody, ErrorCode } from "./contract/errors";
import { ERROR_TEXTS } from "./error-texts";
import { Outage, OVER_BUDGET, OVER_SHARE, OutsideError, type Service } from "./ports";

const STATUS: Partial<Record<ErrorCode, ContentfulStatusCode>> = {
  unauthenticated: 401,
  invalid_credentials: 401,
  oauth_denied: 401,
  wizard_incomplete: 403,
  cross_site: 403,
  oauth_unverified: 403,
  reauthentication_required: 403,
  google_other_account: 403,
  not_found: 404,
  email_taken: 409,
  search_in_progress: 409,
  search_finished: 409,
  search_not_completed: 409,
  generating: 409,
  generation_in_progress: 409,
  generation_cancelled: 409,
  not_archived: 409,
  already_sent: 409,
  already_contacted: 409,
  outcome_unknown: 409,
  needs_review: 409,
  objection_pending: 409,
  message_changed: 409,
  in_flight: 409,
  payload_too_large: 413,
  cv_too_large: 413,
  unsupported_media_type: 415,
  cv_pdf_only: 415,
  cv_required: 422,
  no_template: 422,
  message_refused: 422,
  writer_declined: 422,
  gmail_required: 422,
  gmail_disconnected: 422,
  gmail_scope_missing: 422,
  email_requirements: 422,
  do_not_contact: 422,
  do_not_contact_full: 422,
  recipient_reserved: 422,
  mailbox_cannot_send: 422,
  too_many_requests: 429,
  daily_limit: 429,
  sign_in_blocked: 429,
  registration_limit: 429,
  search_limit: 429,
  suggestion_limit: 429,
  generation_limit: 429,
  improvement_limit: 429,
  upload_limit: 429,
  export_limit: 429,
  write_limit: 429,
  writing_limit: 429,
  internal: 500,
  search_crashed: 500,
  google_unavailable: 502,
  writer_failed: 502,
  writer_cut_short: 502,
  provider_error: 502,
  directory_unavailable: 502,
  spending_paused: 503,
  not_configured: 503,
  unavailable: 503,
  directory_busy: 503,
  writer_unavailable: 503,
  writer_misconfigured: 503,
  gmail_rate_limited: 503,
  gmail_api_off: 503,
  google_misconfigured: 503,
};

interface RefusalOptions {
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  /** Joins the body. */
  extra?: Record<string, string>;
  /** In place of the catalogue's text, where it can say more. */
  text?: string;
}

/**
 * A no with a code: thrown anywhere in a room, answered by `app.ts`. Codes without a status of their own are 400.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: ContentfulStatusCode;
  readonly options: RefusalOptions;

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    super(options.text ?? ERROR_TEXTS[code]);
    this.name = "Refusal";
    this.code = code;
    this.status = STATUS[code] ?? 400;
    this.options = options;
  }

  body(): ErrorBody {
    const { fields, extra } = this.options;
    return { error: this.message, code: this.code, ...(fields && { fields }), ...extra };
  }
}

/** The refusal of a feature whose settings are missing; it names them. */
export const switchedOff = (feature: string, missing: string[]): Refusal =>
  new Refusal("not_configured", {
    text: `${feature} is switched off on this server: ${missing.join(", ")} ${missing.length > 1 ? "are" : "is"} not set`,
    fields: Object.fromEntries(missing.map((name) => [name, "missing"])),
    retryAfterSeconds: 3_600,
  });

const FAILED: Record<Service, ErrorCode> = {
  overpass: "directory_unavailable",
  imported: "directory_unavailable",
  nominatim: "directory_unavailable",
  web: "unavailable",
  writer: "writer_failed",
  gmail: "provider_error",
  google: "google_unavailable",
  files: "unavailable",
  dns: "unavailable",
};
const WAIT: Partial<Record<Service, ErrorCode>> = { writer: "writer_unavailable", gmail: "gmail_rate_limited" };

/** Seconds after which what failed under us may be there again. */
const SOON = 5;

/** The refusal that says what a call failed with; null for a fault of ours. */
export function refusalFor(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof OutsideError) return refusalOfOutside(error);
  return isOutage(error) ? new Refusal("unavailable", { retryAfterSeconds: SOON }) : null;
}

/** Drizzle puts an error of its own around what the database said. */
const isOutage = (error: unknown): boolean =>
  error instanceof Outage || (error instanceof Error && error.cause !== undefined && isOutage(error.cause));

/** Seconds after which somebody may have put right what only the operator can. */
const REPAIRED = 600;

/** The refusal for an outside service that failed: 503 with Retry-After when it told us to wait, else 502. */
export function refusalOfOutside(error: OutsideError): Refusal {
  if (error.details.reason === OVER_BUDGET)
    return new Refusal("spending_paused", { retryAfterSeconds: error.details.retryAfterSeconds ?? 3_600 });
  if (error.details.reason === OVER_SHARE)
    return new Refusal("writing_limit", { retryAfterSeconds: error.details.retryAfterSeconds ?? 3_600 });
  if (error.failure === "misconfigured")
    return new Refusal(error.service === "google" ? "google_misconfigured" : "writer_misconfigured", {
      retryAfterSeconds: REPAIRED,
    });
  if (error.failure === "rate_limited")
    return new Refusal(WAIT[error.service] ?? "unavailable", {
      retryAfterSeconds: error.details.retryAfterSeconds ?? 30,
    });
  const code = FAILED[error.service];
  return new Refusal(code, code === "unavailable" ? { retryAfterSeconds: SOON } : {});
}
