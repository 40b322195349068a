import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import type { Sentence } from "../../../../worker/contract/messages";
import { useErrorText } from "../../../i18n/use-error-text";
import { toLetterParts } from "../../../lib/letter-parts";
import { Button } from "../../../ui/button/button";
import { Icon } from "../../../ui/graphics/icon";
import { isDoubtful, SourcedText } from "../../../ui/mail/sourced-text";
import { Spinner } from "../../../ui/status/spinner";
import { listReviewFindings, type MessageCheck, type OnDoubt, useMessageCheck } from "../hooks/use-message-check";
import "./messages.css";
import { type SentenceActions, SentencePanel } from "./sentence-panel";

const NO_SENTENCES: readonly Sentence[] = [];

interface SourcedLetterProps extends SentenceActions {
  company: Company;
  /** The mail's text: the saved message, and what is below it. */
  text: string;
  onDoubt: OnDoubt;
}

/** A message as it will be sent, each sentence with its source. */
export function SourcedLetter({ company, text, onDoubt, ...actions }: SourcedLetterProps) {
  const check = useMessageCheck(company, null, onDoubt);
  return <CheckedText text={text} language={company.language} check={check} {...actions} />;
}

interface CheckedTextProps extends SentenceActions {
  text: string;
  language: string;
  check: MessageCheck;
  /** Beside what the check says. */
  children?: ReactNode;
}

/** A text with what is known of its sentences: what the check says, then the text with its marks. */
export function CheckedText({ text, language, check, children, onConfirmed, ...actions }: CheckedTextProps) {
  // Kept by its words: after another check the sentence may stand elsewhere in the list.
  const [open, setOpen] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const sentences = check.data?.sentences ?? NO_SENTENCES;
  const at = sentences.findIndex((sentence) => sentence.text === open);
  const placed = new Set(toLetterParts(text, sentences).flatMap((parts) => parts.map(({ sentence }) => sentence)));
  // Of the subject, for example.
  const elsewhere = sentences.filter((sentence, position) => isDoubtful(sentence) && !placed.has(position));
  const doubts = sentences.filter((sentence, position) => isDoubtful(sentence) && placed.has(position));
  const focusOpened = () =>
    requestAnimationFrame(() => {
      const opened = place.current?.querySelector<HTMLElement>(".sentence[aria-expanded=true]");
      opened?.focus();
      opened?.scrollIntoView({ block: "center" });
    });
  const showDoubt = () => {
    const next = doubts[(doubts.findIndex((sentence) => sentence.text === open) + 1) % doubts.length];
    if (!next) return;
    setOpen(next.text);
    focusOpened();
  };
  const panel = (sentence: Sentence) => (
    <SentencePanel
      key={sentence.text}
      sentence={sentence}
      {...actions}
      onConfirmed={() => {
        // The pressed button is gone; the sentence stays, with its new source.
        focusOpened();
        onConfirmed?.();
      }}
    />
  );
  return (
    <div ref={place} className="stack stack-tight">
      <MessageCheckLine check={check} onShow={doubts.length > 0 ? showDoubt : undefined}>
        {children}
      </MessageCheckLine>
      <SourcedText
        text={text}
        sentences={sentences}
        language={language}
        open={at === -1 ? null : at}
        onOpen={(position) => setOpen(position === null ? null : (sentences[position]?.text ?? null))}
        panel={panel}
      />
      {elsewhere.map((sentence) => (
        <div key={sentence.text} className={`sentence-panel ${sentence.status}`}>
          <q lang={language}>{sentence.text}</q>
          {panel(sentence)}
        </div>
      ))}
    </div>
  );
}

interface MessageCheckLineProps {
  check: MessageCheck;
  /** Shows the next doubtful sentence. */
  onShow?: (() => void) | undefined;
  children?: ReactNode;
}

/** What the check of a message found, in a line: sentences without a source or against one, else those with one. */
export function MessageCheckLine({ check, onShow, children }: MessageCheckLineProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { data, error, checking, retry } = check;
  const count = (status: Sentence["status"]) =>
    data?.sentences.filter((sentence) => sentence.status === status).length ?? 0;
  const [supported, opinion] = [count("supported"), count("opinion")];
  const [unsupported, contradicted] = [count("unsupported"), count("contradicted")];
  const hasFindings = data !== undefined && listReviewFindings(data).length > 0;
  const doubtful = unsupported + contradicted > 0 || hasFindings;
  const isSourced = !doubtful && supported > 0;
  const texts = error
    ? [t(($) => $.messages.check.error), errorText(error)]
    : data
      ? [
          contradicted > 0 && t(($) => $.messages.check.contradicted, { count: contradicted }),
          unsupported > 0 && t(($) => $.messages.check.unsupported, { count: unsupported }),
          unsupported + contradicted === 0 && hasFindings && t(($) => $.messages.check.review),
          isSourced && t(($) => $.messages.check.supported, { count: supported }),
        ]
      : [checking && t(($) => $.messages.check.checking)];
  const text = texts.filter(Boolean).join(" ");
  return (
    <div className="check-line small">
      <span role="status" className={doubtful || error ? "check-text doubtful" : "check-text soft"}>
        {text !== "" && (checking ? <Spinner /> : <Icon name={doubtful || error ? "warning" : "mark"} />)}
        <span>
          {text}
          {isSourced && !error && opinion > 0 && (
            <span className="check-opinion"> {t(($) => $.messages.check.opinion, { count: opinion })}</span>
          )}
        </span>
      </span>
      {error && (
        <Button size="small" look="quiet" busy={checking} onClick={retry}>
          {t(($) => $.common.retry)}
        </Button>
      )}
      {!error && doubtful && onShow && (
        <Button size="small" look="quiet" onClick={onShow}>
          {t(($) => $.messages.check.show)}
        </Button>
      )}
      {children}
    </div>
  );
}
