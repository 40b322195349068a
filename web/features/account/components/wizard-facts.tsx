import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Settings } from "../../../../worker/contract/account";
import { Icon } from "../../../ui/graphics/icon";
import { Spinner } from "../../../ui/status/spinner";
import { useFacts } from "../hooks/use-facts";
import { FactList } from "./fact-list";

/** What was read in the CV, folded to one line. The reading begins by itself, and nothing waits for it. */
export function WizardFacts({ cv }: { cv: Settings["cv"] }) {
  const { t } = useTranslation();
  const facts = useFacts();
  const { query, extract } = facts;
  // The settings may be older than the list, which says nothing of a CV while its text is extracted.
  const isUnread = query.data?.status === "none" && (cv?.text_status === "ok" || cv?.text_status === "pending");
  const isStarted = useRef(false);
  useEffect(() => {
    if (!isUnread || isStarted.current) return;
    isStarted.current = true;
    extract.mutate();
  }, [isUnread, extract]);
  const isReading = extract.isPending || query.data?.status === "pending";
  return (
    <details className="fact-fold">
      <summary>
        <Icon name="chevron" />
        <h2>{t(($) => $.account.facts.wizardTitle)}</h2>
        <span className="soft small" role="status">
          {isReading ? (
            <span className="fact-reading">
              <Spinner /> {t(($) => $.account.facts.readingShort)}
            </span>
          ) : (
            query.data && t(($) => $.account.facts.count, { count: query.data.facts.length })
          )}
        </span>
      </summary>
      <div className="stack">
        <p className="soft prose">{t(($) => $.account.facts.lead)}</p>
        <FactList facts={facts} cv={cv} />
      </div>
    </details>
  );
}
