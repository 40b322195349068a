import {
  ADDED_BY_USER,
  type ApplicationWay,
  type MessageAuthor,
  type Outcome,
} from "../../../../worker/contract/companies";
import type { CompanyMail, CompanyPage } from "../../../../worker/contract/company-page";

/** What happened with a company. `at`: ISO 8601 UTC. */
export type TimelineEvent = { at: string } & (
  | { kind: "added"; byUser: boolean }
  /** Contacts were read off its site. */
  | { kind: "contacts"; count: number }
  /** The user gave an address. */
  | { kind: "address"; address: string }
  | { kind: "message"; author: MessageAuthor; version: number }
  | { kind: "mail"; mail: CompanyMail }
  | { kind: "applied"; way: ApplicationWay }
  /** A call in place of a follow-up. */
  | { kind: "called"; step: number }
  | { kind: "outcome"; outcome: Outcome; id: string; excerpt: string | null }
  | { kind: "note" }
);

/** What is known to have happened with a company, latest first. */
export function listTimelineEvents(page: CompanyPage): TimelineEvent[] {
  const { company, note, versions, mails, applications, calls, outcomes } = page;
  const read = company.contacts.filter(({ how }) => how !== "user" && how !== "directory");
  const events: TimelineEvent[] = [
    { kind: "added", at: company.created_at, byUser: company.source === ADDED_BY_USER },
    ...company.contacts.flatMap(({ kind, how, value, seen_at }): TimelineEvent[] =>
      kind === "email" && how === "user" ? [{ kind: "address", at: seen_at, address: value }] : [],
    ),
    ...versions.map(({ version, author, created_at }): TimelineEvent => ({
      kind: "message",
      at: created_at,
      author,
      version,
    })),
    ...mails.map((mail): TimelineEvent => ({ kind: "mail", at: mail.time, mail })),
    ...applications.map(({ way, created_at }): TimelineEvent => ({ kind: "applied", at: created_at, way })),
    ...calls.map(({ step, called_at }): TimelineEvent => ({ kind: "called", at: called_at, step })),
    ...outcomes.flatMap(({ id, outcome, status, excerpt, decided_at: at }): TimelineEvent[] =>
      status === "confirmed" && at !== null ? [{ kind: "outcome", at, outcome, id, excerpt }] : [],
    ),
  ];
  const lastRead = read.map(({ seen_at }) => seen_at).reduce((last, at) => (at > last ? at : last), "");
  if (lastRead !== "") events.push({ kind: "contacts", at: lastRead, count: read.length });
  if (note.updated_at !== null) events.push({ kind: "note", at: note.updated_at });
  return events.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}
