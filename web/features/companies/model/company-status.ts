import { type Company, type CompanyState, Outcome } from "../../../../worker/contract/companies";
import type { OutboxMail } from "../../../../worker/contract/outbox";
import { type ComingMessages, findComing } from "../../../lib/coming-messages";

/** A company of the list, with what of it waits: a row from the server does not know of it. */
export interface ListedCompany extends Company {
  /** Its mail in the outbox. */
  queued?: OutboxMail | undefined;
  /** By when its message is written, where that may wait. */
  comesBy?: string | undefined;
}

/**
 * Joins what waits to its companies: mails of the outbox, and by when messages are written that may wait. Rows without
 * a change stay the same objects. A company that is known to have been sent its mail has nothing that waits, though the
 * outbox may not have told yet.
 */
export function joinWaiting(
  companies: readonly ListedCompany[],
  queued: ReadonlyMap<string, OutboxMail>,
  coming: ComingMessages,
): readonly ListedCompany[] {
  const join = (company: ListedCompany) =>
    company.email_sent
      ? { queued: undefined, comesBy: undefined }
      : { queued: queued.get(company.id), comesBy: findComing(coming, company) };
  const isSame = (company: ListedCompany) => {
    const { queued: mail, comesBy } = join(company);
    return company.queued === mail && company.comesBy === comesBy;
  };
  if (companies.every(isSame)) return companies;
  return companies.map((company) => (isSame(company) ? company : { ...company, ...join(company) }));
}

/**
 * What a company still needs before its mail. `unsure`: the outcome of the last attempt is unknown. `applied`: the user
 * has applied in another way.
 */
export type CompanyStatus = "sent" | "sending" | "unsure" | "applied" | "no_email" | "to_write" | "ready";

/** @returns the first that applies, in the order in which a user settles them */
export function getCompanyStatus(
  company: Pick<Company, "email_sent" | "send_status" | "recipient" | "message" | "applied">,
): CompanyStatus {
  if (company.email_sent) return "sent";
  if (company.send_status === "sending") return "sending";
  if (company.send_status === "unknown") return "unsure";
  if (company.applied !== null) return "applied";
  if (company.recipient === null) return "no_email";
  return company.message.trim() === "" ? "to_write" : "ready";
}

/**
 * The filters, in the order shown. `blocked` (on the do-not-contact list), `queued` (in the outbox) and `coming` (a
 * message that may wait) are known to the browser only.
 */
export const STATE_FILTERS = [
  "all",
  "ready",
  "queued",
  "coming",
  "to_write",
  "no_email",
  "blocked",
  "unsure",
  "sent",
] as const satisfies ("all" | "blocked" | "queued" | "coming" | CompanyState)[];
export type StateFilter = (typeof STATE_FILTERS)[number];

/** Whether the server knows which companies are in it. */
export const isCompanyState = (state: StateFilter): state is CompanyState =>
  state !== "all" && state !== "blocked" && state !== "queued" && state !== "coming";

/** Whether a company is on the user's do-not-contact list. */
export type IsBlocked = (company: Company) => boolean;

/** Counts companies by state; those being sent count as `unsure`. */
export function countStates(companies: readonly Company[], isBlocked: IsBlocked): Record<StateFilter, number> {
  const counts: Record<StateFilter, number> = {
    all: companies.length,
    ready: 0,
    queued: 0,
    coming: 0,
    to_write: 0,
    no_email: 0,
    blocked: 0,
    unsure: 0,
    sent: 0,
  };
  for (const company of companies) counts[getShownState(company, isBlocked)] += 1;
  return counts;
}

/**
 * The server's counts, corrected for what it does not know: companies among those loaded that are blocked, or of which
 * something waits.
 * @param unlisted mails that wait for companies of the list which are not loaded yet
 */
export function correctStates(
  counts: Record<CompanyState, number>,
  all: number,
  loaded: readonly Company[],
  isBlocked: IsBlocked,
  unlisted: readonly OutboxMail[] = [],
): Record<StateFilter, number> {
  const right: Record<StateFilter, number> = { ...counts, all, blocked: 0, queued: 0, coming: 0 };
  for (const company of loaded) {
    const shown = getShownState(company, isBlocked);
    if (isCompanyState(shown)) continue;
    right[shown] += 1;
    right[toCompanyState(company)] -= 1;
  }
  for (const { status } of unlisted) {
    right.queued += 1;
    right[status === "sending" ? "unsure" : "ready"] -= 1;
  }
  return right;
}

/** The state under which the server counts a company. */
export function toCompanyState(company: Company): CompanyState {
  const standing = getCompanyStatus(company);
  return standing === "sending" ? "unsure" : standing === "applied" ? "sent" : standing;
}

/**
 * A company that must not be contacted is `blocked`, whatever it still needs; one whose mail waits is `queued`, one
 * whose message does is `coming`.
 */
export function getShownState(company: ListedCompany, isBlocked: IsBlocked): Exclude<StateFilter, "all"> {
  if (company.queued) return "queued";
  const state = toCompanyState(company);
  if (state !== "ready" && state !== "to_write") return state;
  return isBlocked(company) ? "blocked" : company.comesBy === undefined ? state : "coming";
}

/** What became of applications, by which they are filtered; `waiting` is nothing yet. */
export const OUTCOME_FILTERS = ["waiting", ...Outcome.options] as const;
export type OutcomeFilter = (typeof OUTCOME_FILTERS)[number];

/** Null before an application. */
export const getOutcomeFilter = ({ outcome, email_sent: sent, applied }: Company): OutcomeFilter | null =>
  outcome ?? (sent || applied !== null ? "waiting" : null);

/** The first companies in a state, up to `limit`; those being written are left out. */
export const listInState = (
  companies: readonly Company[],
  state: StateFilter,
  isBlocked: IsBlocked,
  limit: number,
): Company[] =>
  companies.filter((company) => !company.generating && getShownState(company, isBlocked) === state).slice(0, limit);
