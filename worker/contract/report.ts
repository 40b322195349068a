import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import { Count, MessageLanguage, TimeZone } from "./field-schemas";
import { LIMITS } from "./limits";

const isDay = (text: string) => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};
/** YYYY-MM-DD */
const Day = z.string().check(z.regex(/^2\d{3}-\d{2}-\d{2}$/u, "invalid"), z.refine(isDay, "invalid"));

const DAY_MS = 86_400_000;
/** Days of a span, its first and last one included. */
export const countDays = ({ from, to }: { from: string; to: string }): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
/** From the first day to the last one, at most a year. */
export const isReportSpan = (span: { from: string; to: string }): boolean =>
  countDays(span) >= 1 && countDays(span) <= LIMITS.reportDays;

const span = {
  from: Day,
  to: Day,
  /** Whose days they are: the browser's. */
  zone: TimeZone,
};
const isSpan = z.refine<{ from: string; to: string }>(isReportSpan, { error: "invalid", path: ["to"] });
const FileQuery = z
  .strictObject({
    ...span,
    language: MessageLanguage,
    /** With the messages that were sent. */
    letters: z.optional(z.literal("true")),
  })
  .check(isSpan);

/** What a record of a span would list. */
export const ReportSummary = z.object({
  applications: Count,
  companies: Count,
  /** Companies with an answer that the user has confirmed. */
  answered: Count,
  /** Applications by way. */
  ways: z.object({ email: Count, phone: Count, form: Count, careers: Count }),
  /** E-mails that Gmail did not confirm: they are not listed. */
  unconfirmed: Count,
});
export type ReportSummary = z.infer<typeof ReportSummary>;

export const getReportSummary = defineEndpoint({
  method: "GET",
  path: "/applications/report",
  access: "ready",
  query: z.strictObject(span).check(isSpan),
  answer: ReportSummary,
});
/** Applications of a span, for a job centre: 422 `report_too_large` above the limit of lines. */
export const getReportPdf = defineEndpoint({
  method: "GET",
  path: "/applications/report.pdf",
  access: "ready",
  quota: "report",
  query: FileQuery,
  answer: z.unknown(),
  answerType: "application/pdf",
});
export const getReportCsv = defineEndpoint({
  method: "GET",
  path: "/applications/report.csv",
  access: "ready",
  quota: "report",
  query: FileQuery,
  answer: z.unknown(),
  answerType: "text/csv; charset=utf-8",
});
