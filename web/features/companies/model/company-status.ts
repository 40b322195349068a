import type { Company, CompanyState } from "../../../../worker/contract/companies";

/** What stands between a company and its mail. `unsure`: nobody knows whether the last attempt arrived. */
export type CompanyStatus = "sent" | "sending" | "unsure" | "no_email" | "to_write" | "ready";

/** @returns the first thing that holds, in the order a user would settle them */
export function getCompanyStatus(
  company: Pick<Company, "email_sent" | "send_status" | "recipient" | "message">,
): CompanyStatus {
  if (company.email_sent) return "sent";
  if (company.send_status === "sending") return "sending";
  if (company.send_status === "unknown") return "unsure";
  if (company.recipient === null) return "no_email";
  return company.message.trim() === "" ? "to_write" : "ready";
}

/** The states a user can filter by, in the order they are offered. `blocked`, on the do-not-contact list, is known to the browser only. */
export const STATE_FILTERS = ["all", "ready", "to_write", "no_email", "blocked", "unsure", "sent"] as const satisfies (
  | "all"
  | "blocked"
  | CompanyState
)[];
export type StateFilter = (typeof STATE_FILTERS)[number];

/** Whether a company is on the user's do-not-contact list. */
export type IsBlocked = (company: Company) => boolean;

/** Companies a state stands for; what is being sent is neither pending nor sent and shows under `unsure`. */
export function countStates(companies: readonly Company[], isBlocked: IsBlocked): Record<StateFilter, number> {
  const counts: Record<StateFilter, number> = {
    all: companies.length,
    ready: 0,
    to_write: 0,
    no_email: 0,
    blocked: 0,
    unsure: 0,
    sent: 0,
  };
  for (const company of companies) counts[getShownState(company, isBlocked)] += 1;
  return counts;
}

/** The server's counts, made right as far as the companies loaded say what it does not look at. */
export function correctStates(
  counts: Record<CompanyState, number>,
  all: number,
  loaded: readonly Company[],
  isBlocked: IsBlocked,
): Record<StateFilter, number> {
  const right: Record<StateFilter, number> = { ...counts, all, blocked: 0 };
  for (const company of loaded) {
    if (getShownState(company, isBlocked) !== "blocked") continue;
    right.blocked += 1;
    right[toCompanyState(company)] -= 1;
  }
  return right;
}

/** The state of a company as the server counts it. */
export function toCompanyState(company: Company): CompanyState {
  const standing = getCompanyStatus(company);
  return standing === "sending" ? "unsure" : standing;
}

/** What keeps a company from being written to at all comes before what is left to do for it. */
export function getShownState(company: Company, isBlocked: IsBlocked): Exclude<StateFilter, "all"> {
  const state = toCompanyState(company);
  return (state === "ready" || state === "to_write") && isBlocked(company) ? "blocked" : state;
}

/** The first that are ready, as many as one batch takes. */
export function listReadyIds(companies: readonly Company[], isBlocked: IsBlocked, limit: number): string[] {
  const ready: string[] = [];
  for (const company of companies) {
    if (ready.length === limit) break;
    if (!company.generating && getShownState(company, isBlocked) === "ready") ready.push(company.id);
  }
  return ready;
}
