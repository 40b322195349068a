import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Sentence } from "../../../worker/contract/messages";
import { useShownLanguage } from "../../i18n/use-language";
import { formatShortDate } from "../../lib/format";
import { useHydrated } from "../../lib/use-hydrated";
import { Icon } from "../../ui/graphics/icon";
import { SentStamp } from "../../ui/mail/sent-stamp";
import { SourcedText, SourceList } from "../../ui/mail/sourced-text";
import "./sample-letter.css";

const sentenceNames = ["reason", "past", "wish"] as const;
const SOURCES = {
  reason: { kind: "company", cv_page: null },
  past: { kind: "cv", cv_page: 1 },
  wish: { kind: "template", cv_page: null },
} as const;

/** A sample letter with its postmark; each sentence shows its source, as in the product. */
export function SampleLetter() {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const [now] = useState(() => new Date());
  const [open, setOpen] = useState<number | null>(1);
  const today = useHydrated() ? formatShortDate(now.toISOString(), language) : "";
  const sentences = sentenceNames.map((name): Sentence => {
    const quote = t(($) => $.landing.letter.sources[name]);
    const url = name === "reason" ? t(($) => $.landing.letter.page) : null;
    return {
      text: t(($) => $.landing.letter[name]),
      status: "supported",
      sources: [{ ...SOURCES[name], quote, url }],
    };
  });
  const text = [
    t(($) => $.landing.letter.greeting),
    sentences.map((sentence) => sentence.text).join(" "),
    t(($) => $.landing.letter.close),
  ].join("\n\n");
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
        <SourcedText
          text={text}
          sentences={sentences}
          language={language}
          open={open}
          onOpen={setOpen}
          panel={({ sources }) => <SourceList sources={sources} />}
        />
        <p className="sample-foot small soft">
          <Icon name="clip" />
          {t(($) => $.landing.letter.enclosure)}
        </p>
      </div>
      <figcaption className="small soft">{t(($) => $.landing.letter.from)}</figcaption>
    </figure>
  );
}
