import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import * as z from "zod/mini";
import { LANGUAGES } from "../../worker/contract/limits";
import { getReportCsv, getReportPdf, getReportSummary } from "../../worker/contract/report";
import { ReportContents } from "../features/applications/components/report-contents";
import { type ReportChoice, ReportForm } from "../features/applications/components/report-form";
import { findSpanProblem, SPAN_CHOICES, toSpan } from "../features/applications/model/report-span";
import { useErrorText } from "../i18n/use-error-text";
import { useShownLanguage } from "../i18n/use-language";
import { fetchFile } from "../lib/api-client";
import { downloadFile } from "../lib/download";
import { endpointQuery } from "../lib/query-client";
import { getTimeZone } from "../lib/time-zone";
import { useUrlState } from "../lib/use-url-state";
import { Button, getButtonClass } from "../ui/button/button";
import { Icon } from "../ui/graphics/icon";
import { Page } from "../ui/page/page";
import { Section } from "../ui/page/section";
import { Banner } from "../ui/status/banner";
import { RetryBanner } from "../ui/status/retry-banner";
import { Skeleton } from "../ui/status/spinner";
import { notify } from "../ui/toast/notify";

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/u));
const URL_PARAMETERS = {
  span: z.enum(SPAN_CHOICES),
  from: day,
  to: day,
  language: z.enum(LANGUAGES),
  letters: z.literal("true"),
};

/** A record of the applications of a span, as a PDF or CSV to hand in. */
export function ReportPage() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { value, change } = useReportChoice();
  const { span, language, letters } = value;
  const isComplete = findSpanProblem(span) === null;
  const query = { ...span, zone: getTimeZone() };
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery(getReportSummary, { query }),
    enabled: isComplete,
  });
  const save = useMutation({
    mutationFn: async (type: "pdf" | "csv") => {
      const endpoint = type === "pdf" ? getReportPdf : getReportCsv;
      const file = await fetchFile(endpoint, { query: { ...query, language, ...(letters && { letters: "true" }) } });
      return { file, name: `${t(($) => $.numbers.report.file)}-${span.from}-${span.to}.${type}` };
    },
    onSuccess: ({ file, name }) => {
      downloadFile(name, file);
      notify.success(t(($) => $.numbers.report.saved, { name }));
    },
  });
  const reason = !isComplete
    ? t(($) => $.numbers.report.problems.missing)
    : data === undefined
      ? t(($) => $.numbers.report.checking)
      : data.applications === 0
        ? t(($) => $.numbers.report.nothing)
        : undefined;
  return (
    <Page
      title={t(($) => $.numbers.report.title)}
      lead={t(($) => $.numbers.report.lead)}
      narrow
      actions={
        <Link to="/stats" className={getButtonClass({ look: "quiet" })}>
          <Icon name="chart" />
          <span>{t(($) => $.numbers.report.toStats)}</span>
        </Link>
      }
    >
      <ReportForm value={value} onChange={change} />
      <Section title={t(($) => $.numbers.report.contents)}>
        <div aria-live="polite" aria-busy={isFetching}>
          {isComplete && data && <ReportContents summary={data} />}
        </div>
        {isComplete && !data && !error && <Skeleton lines={3} label={t(($) => $.common.loading)} />}
        {error && (
          <RetryBanner alert busy={isFetching} onRetry={() => void refetch()}>
            <p>{t(($) => $.numbers.report.loadError)}</p>
            <p>{errorText(error)}</p>
          </RetryBanner>
        )}
        <div className="row">
          <Button
            look="primary"
            icon="download"
            busy={save.isPending && save.variables === "pdf"}
            disabledReason={reason}
            onClick={() => save.mutate("pdf")}
          >
            {t(($) => $.numbers.report.pdf)}
          </Button>
          <Button
            icon="download"
            busy={save.isPending && save.variables === "csv"}
            disabledReason={reason}
            onClick={() => save.mutate("csv")}
          >
            {t(($) => $.numbers.report.csv)}
          </Button>
        </div>
        {save.isError && (
          <Banner tone="bad" alert>
            {errorText(
              save.error,
              t(($) => $.numbers.report.saveError),
            )}
          </Banner>
        )}
      </Section>
    </Page>
  );
}

/** What is asked of the record, as the address says it; days that are not chosen one by one follow today's. */
function useReportChoice(): { value: ReportChoice; change: (change: Partial<ReportChoice>) => void } {
  const shownLanguage = useShownLanguage();
  const [today] = useState(() => new Date());
  const [url, changeUrl] = useUrlState(URL_PARAMETERS);
  const { span: choice = "recent", language = shownLanguage, letters } = url;
  const span = choice === "days" ? { from: url.from ?? "", to: url.to ?? "" } : toSpan(choice, today);
  return {
    value: { choice, span, language, letters: letters === "true" },
    change: (next) => {
      // Days begin as those of the span that was chosen before.
      const days = next.span ?? (next.choice === "days" ? span : undefined);
      changeUrl({
        ...(next.choice && { span: next.choice, from: undefined, to: undefined }),
        ...(days && { from: days.from || undefined, to: days.to || undefined }),
        ...(next.language && { language: next.language }),
        ...(next.letters !== undefined && { letters: next.letters ? "true" : undefined }),
      });
    },
  };
}
