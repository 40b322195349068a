import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useShownLanguage } from "../../i18n/use-language";
import { formatShortDate } from "../../lib/format";
import { useHydrated } from "../../lib/use-hydrated";
import { Icon } from "../../ui/graphics/icon";
import { SentStamp } from "../../ui/mail/sent-stamp";
import "./sample-letter.css";

const sentenceNames = ["reason", "past", "wish"] as const;

/** A sample letter with its postmark, and the source of each sentence. */
export function SampleLetter() {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const [now] = useState(() => new Date());
  const today = useHydrated() ? formatShortDate(now.toISOString(), language) : "";
  return (
    <figure className="sample-letter">
      <div className="sample-sheet">
        <div className="sample-head small">
          <p className="soft">{t(($) => $.landing.letter.to)}</p>
          <p>
            <strong>{t(($) => $.landing.letter.subject)}</strong>
          </p>
        </div>
        <SentStamp word={t(($) => $.common.stamp)} around={today.toUpperCase()} />
        <div className="letter-text">
          <p>{t(($) => $.landing.letter.greeting)}</p>
          <p>
            {sentenceNames.map((name, i) => (
              <span key={name} className="sample-sentence">
                {t(($) => $.landing.letter[name])}
                <sup>{i + 1}</sup>{" "}
              </span>
            ))}
          </p>
          <p className="prewrap">{t(($) => $.landing.letter.close)}</p>
        </div>
        <p className="sample-foot small soft">
          <Icon name="clip" />
          {t(($) => $.landing.letter.enclosure)}
        </p>
      </div>
      <figcaption className="small">
        <p className="sample-from">{t(($) => $.landing.letter.from)}</p>
        <ol className="soft">
          {sentenceNames.map((name) => (
            <li key={name}>{t(($) => $.landing.letter.sources[name])}</li>
          ))}
        </ol>
      </figcaption>
    </figure>
  );
}
