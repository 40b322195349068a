import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useShownLanguage } from "../../i18n/use-language";
import { formatShortDate } from "../../lib/format";
import { useHydrated } from "../../lib/use-hydrated";
import { getButtonClass } from "../../ui/button/button";
import { MailStatusIcon } from "../../ui/mail/mail-status-icon";
import "./sample-rows.css";

const rows = [
  ["first", "sent"],
  ["second", "ready"],
  ["third", "no_email"],
] as const;
const DAY_MS = 86_400_000;

/** Three sample rows of the table; the first shows where its address was found. */
export function SampleRows() {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const [now] = useState(() => Date.now());
  // The page is prerendered on another day: the date's place stays empty until hydration.
  const inBrowser = useHydrated();
  const day = (ago: number) =>
    inBrowser ? formatShortDate(new Date(now - ago * DAY_MS).toISOString(), language) : "\u00a0";
  return (
    <figure className="sample-rows">
      <p className="sample-next">
        <MailStatusIcon state="ready" />
        <span>{t(($) => $.landing.rows.next)}</span>
        <span className={getButtonClass({ size: "small" })}>{t(($) => $.landing.rows.action)}</span>
      </p>
      <ul>
        {rows.map(([row, state]) => (
          <li key={row} className={state}>
            <span className="sample-who">
              <strong>{t(($) => $.landing.rows[row].name)}</strong>
              <span className="soft">{t(($) => $.landing.rows[row].place)}</span>
            </span>
            <span className={state === "no_email" ? "sample-address soft" : "sample-address"}>
              {t(($) => $.landing.rows[row].address)}
            </span>
            <span className="sample-state">
              <MailStatusIcon state={state} />
              <span>
                <strong>{t(($) => $.landing.rows[row].state)}</strong>
                {state === "sent" && <span className="soft">{day(1)}</span>}
              </span>
            </span>
            {state === "sent" && (
              <dl className="sample-origin">
                <div>
                  <dt>{t(($) => $.landing.rows.page)}</dt>
                  <dd>{t(($) => $.landing.rows.pageValue)}</dd>
                </div>
                <div>
                  <dt>{t(($) => $.landing.rows.how)}</dt>
                  <dd>{t(($) => $.landing.rows.howValue)}</dd>
                </div>
                <div>
                  <dt>{t(($) => $.landing.rows.seen)}</dt>
                  <dd>{day(3)}</dd>
                </div>
              </dl>
            )}
          </li>
        ))}
      </ul>
    </figure>
  );
}
