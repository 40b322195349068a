import type { MessageLanguage } from "../../contract/field-schemas";
import { LIMITS } from "../../contract/limits";
import * as api from "../../contract/report";
import { answerPdf } from "../../http/pdf-response";
import type { App, SignedInContext } from "../../http/request-context";
import { type RequestInput, route } from "../../http/route";
import { ApiError } from "../../platform/api-error";
import { composeReport, type Report, type ReportSpan, toInstants, toLocalTime } from "./report";
import { composeReportCsv } from "./report-csv";
import { toReportFileName } from "./report-texts";
import { reportQueries, type ReportRows, toReportLog } from "./store-report";

export function registerReportRoutes(app: App): void {
  route(app, api.getReportSummary, {
    reads: ({ deps: { db } }, { userId }, { query }) => reportQueries(db, userId, toInstants(query), false),
    handler: (_context, { query }, rows) => makeReport(rows, query, false).summary,
  });
  route(app, api.getReportPdf, {
    reads: ({ deps: { db } }, { userId }, { query }) =>
      reportQueries(db, userId, toInstants(query), query.letters === "true"),
    handler: (context, input, rows) => sendPdf(context, input, rows),
  });
  route(app, api.getReportCsv, {
    reads: ({ deps: { db } }, { userId }, { query }) =>
      reportQueries(db, userId, toInstants(query), query.letters === "true"),
    handler: (context, input, rows) => sendCsv(context, input, rows),
  });
}

/** @throws ApiError `report_too_large` */
function makeReport(rows: ReportRows, { from, to, zone }: ReportSpan, withLetters: boolean): Report {
  const [mails, told] = rows;
  if (mails.length + told.length > (withLetters ? LIMITS.reportLetters : LIMITS.reportLines))
    throw new ApiError("report_too_large");
  return composeReport(toReportLog(rows), { from, to, zone });
}

async function sendPdf(
  { c, deps, user }: SignedInContext,
  { query }: RequestInput<typeof api.getReportPdf>,
  rows: ReportRows,
): Promise<Response> {
  const report = makeReport(rows, query, query.letters === "true");
  const madeOn = toLocalTime(query.zone, deps.now().toISOString()).slice(0, 10);
  // Loaded by the first record only, like the letter's.
  const { writeReportPdf } = await import("./write-report-pdf");
  const bytes = await writeReportPdf({ report, language: query.language, name: user.name, madeOn });
  return answerPdf(c, bytes, toFileName(query, query.language, "pdf"));
}

function sendCsv({ c }: SignedInContext, { query }: RequestInput<typeof api.getReportCsv>, rows: ReportRows): Response {
  const withLetters = query.letters === "true";
  const file = composeReportCsv(makeReport(rows, query, withLetters), query.language, withLetters);
  return c.body(file, 200, {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${toFileName(query, query.language, "csv")}"`,
  });
}

const toFileName = ({ from, to }: ReportSpan, language: MessageLanguage, type: "pdf" | "csv"): string =>
  toReportFileName(language, from, to, type);
