import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useShownLanguage } from "../../i18n/use-language";
import { formatDay } from "../../lib/format";
import { Icon } from "../../ui/icon";
import { Postmark } from "../../ui/postmark";

/** A letter as the product writes and stamps it. */
export function SampleLetter() {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const [now] = useState(() => new Date());
  const today = formatDay(now.toISOString(), language);
  return (
    <figure className="sample-letter">
      <div className="sample-head small">
        <p>{t(($) => $.landing.letter.to)}</p>
        <p><strong>{t(($) => $.landing.letter.subject)}</strong></p>
      </div>
      <Postmark word={t(($) => $.landing.letter.stamp)} around={today.toUpperCase()} />
      <p className="letter-text prewrap">{t(($) => $.landing.letter.body)}</p>
      <p className="sample-foot small soft"><Icon name="clip" />{t(($) => $.landing.letter.enclosure)}</p>
      <figcaption className="small soft">{t(($) => $.landing.letter.source)}</figcaption>
    </figure>
  );
}
