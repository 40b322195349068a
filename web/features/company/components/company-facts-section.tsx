import { useTranslation } from "react-i18next";
import { CompanyFact } from "../../../../worker/contract/companies";
import { ExternalLink } from "../../../ui/button/external-link";

const KINDS = CompanyFact.shape.kind.options;

/** What a company's site says of it, word for word, each sentence with its page. */
export function CompanyFactsSection({
  facts,
  language,
  hasSite,
}: {
  facts: readonly CompanyFact[];
  /** That of the company, as far as it is known. */ language: string;
  hasSite: boolean;
}) {
  const { t } = useTranslation();
  const byKind = Map.groupBy(facts, ({ kind }) => kind);
  return (
    <section className="company-part" aria-labelledby="company-facts">
      <h2 id="company-facts">{t(($) => $.company.facts.title)}</h2>
      {facts.length === 0 ? (
        <p className="soft">{hasSite ? t(($) => $.company.facts.none) : t(($) => $.company.facts.noSite)}</p>
      ) : (
        <>
          <p className="soft small prose">{t(($) => $.company.facts.lead)}</p>
          <dl className="company-facts">
            {KINDS.filter((kind) => byKind.has(kind)).map((kind) => (
              <div key={kind}>
                <dt>{t(($) => $.company.facts.kind[kind])}</dt>
                {byKind.get(kind)?.map(({ text, url }) => (
                  <dd key={text}>
                    <span lang={language}>{text}</span>{" "}
                    <ExternalLink className="soft small" href={url}>
                      {t(($) => $.company.facts.source)}
                    </ExternalLink>
                  </dd>
                ))}
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}
