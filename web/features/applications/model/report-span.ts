import { isReportSpan } from "../../../../worker/contract/report";
import { toLocalDay } from "../../../lib/time-zone";

/** Spans that are offered; `days` are chosen one by one. */
export const SPAN_CHOICES = ["recent", "month", "last_month", "quarter", "year", "days"] as const;
export type SpanChoice = (typeof SPAN_CHOICES)[number];

/** Days of the browser's clock, YYYY-MM-DD, the last one included. */
export interface Span {
  from: string;
  to: string;
}

/** Days of an offered span: the last 30 days, this month, the one before, three months, a year. */
export function toSpan(choice: Exclude<SpanChoice, "days">, today: Date): Span {
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()];
  const first: Record<typeof choice, Date> = {
    recent: new Date(year, month, day - 29),
    month: new Date(year, month, 1),
    last_month: new Date(year, month - 1, 1),
    quarter: new Date(year, month, day - 90),
    year: new Date(year, month, day - 364),
  };
  const last = choice === "last_month" ? new Date(year, month, 0) : today;
  return { from: toLocalDay(first[choice]), to: toLocalDay(last) };
}

/** What is wrong with days that were typed; null for nothing. */
export function findSpanProblem({ from, to }: Span): "missing" | "order" | "long" | null {
  if (from === "" || to === "") return "missing";
  if (to < from) return "order";
  return isReportSpan({ from, to }) ? null : "long";
}
