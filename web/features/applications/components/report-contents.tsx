import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { ReportSummary } from "../../../../worker/contract/report";
import { Banner } from "../../../ui/status/banner";

const WAYS = ["email", "phone", "form", "careers"] as const;

/** What a record of the chosen span holds. */
export function ReportContents({ summary }: { summary: ReportSummary }) {
  const { t } = useTranslation();
  const { applications, companies, answered, ways, unconfirmed } = summary;
  return (
    <div className="stack report-contents">
      {applications === 0 ? (
        <div className="stack stack-tight">
          <h3>{t(($) => $.numbers.report.emptyTitle)}</h3>
          <p className="soft prose">{t(($) => $.numbers.report.emptyText)}</p>
        </div>
      ) : (
        <>
          <p>
            <strong>{t(($) => $.numbers.report.applications, { count: applications })}</strong>{" "}
            {t(($) => $.numbers.report.companies, { count: companies })}
          </p>
          <dl className="numbers-tiles">
            {WAYS.filter((way) => ways[way] > 0).map((way) => (
              <div key={way}>
                <dt>{t(($) => $.numbers.report.ways[way])}</dt>
                <dd>{ways[way]}</dd>
              </div>
            ))}
            <div>
              <dt>{t(($) => $.numbers.report.answered)}</dt>
              <dd>{t(($) => $.numbers.of, { answered, applied: companies })}</dd>
            </div>
          </dl>
          <p className="soft small prose">{t(($) => $.numbers.report.columns)}</p>
        </>
      )}
      {unconfirmed > 0 && (
        <Banner tone="warn" action={<Link to="/sent">{t(($) => $.numbers.report.toLog)}</Link>}>
          {t(($) => $.numbers.report.unconfirmed, { count: unconfirmed })}
        </Banner>
      )}
    </div>
  );
}
