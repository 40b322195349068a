import { useTranslation } from "react-i18next";
import type { Settings } from "../../../../worker/contract/account";
import { Icon } from "../../../ui/graphics/icon";
import { Spinner } from "../../../ui/status/spinner";
import { useFacts } from "../hooks/use-facts";
import { FactList } from "./fact-list";

/** What was read in the CV, folded to one line. Nothing waits for the reading. */
export function WizardFacts({ cv }: { cv: Settings["cv"] }) {
  const { t } = useTranslation();
  const facts = useFacts(cv);
  const { query, extract } = facts;
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
