import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Sentence } from "../../../../worker/contract/messages";
import { useErrorText } from "../../../i18n/use-error-text";
import { toSourceUrl } from "../../../lib/source-url";
import { Button } from "../../../ui/button/button";
import { isDoubtful, SourceList } from "../../../ui/mail/sourced-text";
import { useConfirmSentence } from "../hooks/use-message-check";

export interface SentenceActions {
  /** Called once a sentence has been confirmed as true. */
  onConfirmed?: () => void;
  /** Writes the message again without the sentence. */
  onRewrite?: ((sentence: string) => void) | undefined;
  onEdit?: ((sentence: string) => void) | undefined;
  /** Why nothing can be done now. */
  disabledReason?: string | undefined;
}

/** Where a sentence comes from; for a doubtful one, what can be done about it. */
export function SentencePanel({
  sentence,
  onConfirmed,
  onRewrite,
  onEdit,
  disabledReason,
}: SentenceActions & { sentence: Sentence }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const confirm = useConfirmSentence();
  const { text, status, sources } = sentence;
  const actions: ReactNode[] = [];
  if (status === "unsupported")
    actions.push(
      <Button
        key="confirm"
        size="small"
        icon="check"
        busy={confirm.isPending}
        disabledReason={disabledReason}
        onClick={() => confirm.mutate(text, { onSuccess: () => onConfirmed?.() })}
      >
        {t(($) => $.messages.sentence.confirm)}
      </Button>,
    );
  if (isDoubtful(sentence) && onRewrite)
    actions.push(
      <Button
        key="rewrite"
        size="small"
        icon="wand"
        disabled={confirm.isPending}
        disabledReason={disabledReason}
        onClick={() => onRewrite(text)}
      >
        {t(($) => $.messages.sentence.rewrite)}
      </Button>,
    );
  if (isDoubtful(sentence) && onEdit)
    actions.push(
      <Button key="edit" size="small" icon="pen" disabled={confirm.isPending} onClick={() => onEdit(text)}>
        {t(($) => $.messages.sentence.edit)}
      </Button>,
    );
  return (
    <>
      {status === "unsupported" && <span>{t(($) => $.messages.sentence.unsupported)}</span>}
      {status === "contradicted" && <span>{t(($) => $.messages.sentence.contradicted)}</span>}
      {status === "supported" && sources.length === 0 && <span>{t(($) => $.messages.sentence.supported)}</span>}
      {sources.length > 0 && <SourceList sources={sources} toHref={toSourceUrl} />}
      {actions.length > 0 && <span className="row">{actions}</span>}
      {confirm.isError && (
        <span role="alert" className="sentence-error">
          {errorText(
            confirm.error,
            t(($) => $.messages.sentence.confirmError),
          )}
        </span>
      )}
    </>
  );
}

/** The same below a text that is being edited, with the words of the sentence. */
export function PressedSentence({
  sentence,
  language,
  ...actions
}: SentenceActions & { sentence: Sentence; language: string }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div
      ref={place}
      role="group"
      aria-label={t(($) => $.common.sentence[sentence.status])}
      className={`sentence-panel pressed ${sentence.status}`}
    >
      <q lang={language}>{sentence.text}</q>
      <SentencePanel sentence={sentence} {...actions} />
    </div>
  );
}
