import type { ApplicationWay, Outcome } from "../../contract/companies";
import type { MessageLanguage } from "../../contract/field-schemas";
import type { ReportSummary } from "../../contract/report";
import { getUtcOffset, toInstant } from "../../lib/time-zone";

/** Pure: rows of the user's log to the record of a span. */

const DAY_MS = 86_400_000;

/** Days of a time zone, YYYY-MM-DD, the last one included. */
export interface ReportSpan {
  from: string;
  to: string;
  zone: string;
}

/** A mail to a company that left, may have left, or came back. */
export interface SentMail {
  id: string;
  companyId: string;
  companyName: string;
  recipient: string;
  status: "sent" | "unknown" | "bounced";
  /** The user sent it anew. */
  released: boolean;
  createdAt: string;
  /** Null once the company is deleted. */
  city: string | null;
  language: MessageLanguage | null;
  /** Empty unless the messages are wanted. */
  subject: string;
  body: string;
}
/** An application that the user has told of. */
export interface ToldApplication {
  id: string;
  companyId: string;
  companyName: string;
  companyCity: string;
  way: ApplicationWay;
  target: string;
  createdAt: string;
}
/** What became of it, as the user has confirmed; the one that was decided last counts. */
interface ConfirmedEvent {
  companyId: string;
  outcome: Outcome;
  createdAt: string;
}

export interface ReportLog {
  mails: readonly SentMail[];
  told: readonly ToldApplication[];
  /** In the order in which they were decided. */
  events: readonly ConfirmedEvent[];
}

export type ReportWay = "email" | ApplicationWay;
export type ReportState = "waiting" | Outcome;

export interface ReportLine {
  companyId: string;
  /** Day and time in the zone of the span: YYYY-MM-DD and HH:MM. */
  day: string;
  time: string;
  company: string;
  town: string;
  /** Address, number, or the page where it was done. */
  contact: string;
  way: ReportWay;
  state: ReportState;
  /** When the answer was noted; null without one. */
  answeredOn: string | null;
  /** What was sent; null where that is not known. */
  letter: { subject: string; text: string; language: MessageLanguage | null } | null;
}

export interface Report {
  span: ReportSpan;
  /** Oldest first. */
  lines: readonly ReportLine[];
  summary: ReportSummary;
}

/** What the record as a document is made of. */
export interface ReportDocument {
  report: Report;
  language: MessageLanguage;
  /** Whose applications they are. */
  name: string;
  /** YYYY-MM-DD */
  madeOn: string;
}

/** The instants at which a span begins and has ended, ISO 8601 UTC. */
export const toInstants = ({ from, to, zone }: ReportSpan): { begins: string; ends: string } => ({
  begins: new Date(toInstant(zone, Date.parse(from))).toISOString(),
  ends: new Date(toInstant(zone, Date.parse(to) + DAY_MS)).toISOString(),
});

/** The start of the weeks up to a time, Mondays of a time zone, latest first. ISO 8601 UTC. */
export function listWeeks(zone: string, now: Date, count: number): string[] {
  const today = Math.floor((now.getTime() + getUtcOffset(zone, now.getTime())) / DAY_MS) * DAY_MS;
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS;
  return Array.from({ length: count }, (_, week) =>
    new Date(toInstant(zone, monday - week * 7 * DAY_MS)).toISOString(),
  );
}

/** The clock of a time zone at an instant: YYYY-MM-DDTHH:MM. */
export const toLocalTime = (zone: string, at: string): string =>
  new Date(Date.parse(at) + getUtcOffset(zone, Date.parse(at))).toISOString().slice(0, 16);

const ANSWERS: ReadonlySet<ReportState> = new Set<ReportState>(["answered", "interview", "offer", "refused"]);

/** An e-mail that Gmail did not confirm is counted apart: nobody knows whether it left. */
export function composeReport({ mails, told, events }: ReportLog, span: ReportSpan): Report {
  const findEvent = createEventFinder(events);
  const toLine = (one: SentMail | ToldApplication) => {
    const isBounced = "status" in one && one.status === "bounced";
    const event = isBounced ? undefined : findEvent(one);
    const state: ReportState = isBounced ? "bounced" : (event?.outcome ?? "waiting");
    const [day = "", time = ""] = toLocalTime(span.zone, one.createdAt).split("T");
    const answeredOn = event && ANSWERS.has(state) ? toLocalTime(span.zone, event.createdAt).slice(0, 10) : null;
    return { companyId: one.companyId, company: one.companyName, day, time, state, answeredOn };
  };
  const dated = [
    ...mails
      .filter(({ status }) => status !== "unknown")
      .map((mail) => ({
        at: mail.createdAt,
        id: mail.id,
        line: {
          ...toLine(mail),
          town: mail.city ?? "",
          contact: mail.recipient,
          way: "email" as const,
          letter: mail.body === "" ? null : { subject: mail.subject, text: mail.body, language: mail.language },
        },
      })),
    ...told.map((one) => ({
      at: one.createdAt,
      id: one.id,
      line: {
        ...toLine(one),
        town: one.companyCity,
        contact: one.target,
        way: one.way,
        letter: null,
      },
    })),
  ].toSorted((a, b) => compare(a.at, b.at) || compare(a.id, b.id));
  const lines: ReportLine[] = dated.map(({ line }) => line);
  const unconfirmed = mails.filter(({ status, released }) => status === "unknown" && !released).length;
  return { span, lines, summary: summarize(lines, unconfirmed) };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The last event of a company since an application. A mail that came back says so itself. */
function createEventFinder(events: readonly ConfirmedEvent[]) {
  const latest = new Map(
    events.filter(({ outcome }) => outcome !== "bounced").map((event) => [event.companyId, event]),
  );
  return ({ companyId, createdAt }: Pick<SentMail, "companyId" | "createdAt">): ConfirmedEvent | undefined => {
    const event = latest.get(companyId);
    return event && event.createdAt >= createdAt ? event : undefined;
  };
}

function summarize(lines: readonly ReportLine[], unconfirmed: number): ReportSummary {
  const count = (way: ReportWay) => lines.filter((line) => line.way === way).length;
  return {
    applications: lines.length,
    companies: new Set(lines.map(({ companyId }) => companyId)).size,
    answered: new Set(lines.filter(({ state }) => ANSWERS.has(state)).map(({ companyId }) => companyId)).size,
    ways: { email: count("email"), phone: count("phone"), form: count("form"), careers: count("careers") },
    unconfirmed,
  };
}
