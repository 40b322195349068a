import { useTranslation } from "react-i18next";
import type { Numbers } from "../../../../worker/contract/numbers";
import { useShownLanguage } from "../../../i18n/use-language";
import { Section } from "../../../ui/page/section";
import { FEW, formatAnswered } from "../model/answer-rate";

/** All applications together, and how far these numbers go. */
export function NumbersSummary({ numbers: { total, bounced } }: { numbers: Numbers }) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const tiles = [
    [t(($) => $.numbers.applied), total.applied],
    [
      t(($) => $.numbers.answered),
      formatAnswered(
        total,
        t(($) => $.numbers.of, { answered: total.answered, applied: total.applied }),
        language,
      ),
    ],
    [t(($) => $.numbers.interviews), total.interviews],
    [t(($) => $.numbers.offers), total.offers],
    [t(($) => $.numbers.refused), total.refused],
  ] as const;
  return (
    <Section title={t(($) => $.numbers.totals)}>
      <dl className="numbers-tiles">
        {tiles.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="stack stack-tight soft small prose">
        {total.applied < FEW && <p>{t(($) => $.numbers.few)}</p>}
        {total.recent > 0 && <p>{t(($) => $.numbers.recent, { count: total.recent })}</p>}
        {bounced > 0 && <p>{t(($) => $.numbers.bounced, { count: bounced })}</p>}
      </div>
    </Section>
  );
}
