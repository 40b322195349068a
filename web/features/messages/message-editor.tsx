import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../worker/contract/companies";
import { LIMITS } from "../../../worker/contract/limits";
import { useErrorText } from "../../i18n/use-error-text";
import { nameOf } from "../../lib/format";
import { Announced } from "../../ui/announced";
import { Banner } from "../../ui/banner";
import { Button, IconButton } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { TextAreaField, TextField } from "../../ui/field";
import { notify } from "../../ui/toast";
import { LeaveDialog, UnsavedGuard } from "../../ui/unsaved-guard";
import { useFirstWrong } from "../../ui/use-first-wrong";
import { Addressing } from "./addressing";
import { saveMessage } from "./api";
import { FailureText } from "./failure-dialog";
import type { Failure } from "./failures";
import { keptDraft } from "./kept-draft";
import { LetterWarnings } from "./letter-warnings";
import { Enclosure } from "./message-view";
import "./messages.css";
import { useDraft } from "./use-draft";

export interface MessageEditorProps {
  company: Company;
  /** Name of the file that goes with the mail; null when none does. */
  enclosure: string | null;
  /** This tab is waiting for a new text. */
  writing: boolean;
  /** Why the latest try to write it failed. */
  failure: Failure | undefined;
  /** What other rooms have to say of the message as it is saved. */
  notice: ReactNode;
  onWrite: () => void;
  onStop: () => void;
  onClose: () => void;
  onCompany: (company: Company) => void;
}

export function MessageEditor({
  company,
  enclosure,
  writing,
  failure,
  notice,
  onWrite,
  onStop,
  onClose,
  onCompany,
}: MessageEditorProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { draft, recipient, setRecipient, moved, changed, restored, type, settle, undo, redo } = useDraft(company);
  const [leaving, setLeaving] = useState(false);
  const [attempt, setAttempt] = useState<object | null>(null);
  const place = useFirstWrong<HTMLDivElement>(attempt);
  const busy = writing || company.generating;

  const save = useMutation({
    mutationFn: () =>
      saveMessage(company.id, {
        ...(draft.message !== company.message && { message: draft.message }),
        ...(draft.subject !== company.subject && { subject: draft.subject }),
        ...(moved && recipient !== null && { recipient }),
      }),
    onSuccess: (answer) => {
      onCompany(answer.company);
      notify.success(t(($) => $.messages.dialog.saved));
      close();
    },
  });

  const problems = {
    message: draft.message.trim() === "" ? t(($) => $.messages.dialog.required) : undefined,
    subject: draft.subject.trim() === "" ? t(($) => $.messages.dialog.subjectRequired) : undefined,
  };
  const press = () => {
    setAttempt({});
    if (problems.message === undefined && problems.subject === undefined) save.mutate();
  };
  // Leaving what is not saved is a decision: it is not kept.
  const close = () => {
    keptDraft.clear();
    onClose();
  };
  const leave = () => (changed || moved ? setLeaving(true) : close());

  const footer = (
    <>
      <Button onClick={leave} disabled={save.isPending}>
        {t(($) => $.common.cancel)}
      </Button>
      <Button
        look="primary"
        busy={save.isPending}
        disabledReason={
          busy
            ? t(($) => $.messages.dialog.writing)
            : changed || moved
              ? undefined
              : t(($) => $.messages.dialog.unchanged)
        }
        onClick={press}
      >
        {t(($) => $.messages.dialog.save)}
      </Button>
    </>
  );
  const error = (problem: string | undefined) => (attempt === null ? undefined : problem);
  return (
    <Dialog
      wide
      title={t(($) => $.messages.dialog.title, { name: nameOf(company) })}
      onClose={leave}
      locked={save.isPending}
      footer={footer}
    >
      <div ref={place} className="composer">
        <Addressing
          company={company}
          recipient={recipient}
          disabled={busy || save.isPending}
          onRecipient={setRecipient}
          onCompany={onCompany}
        />
        {restored && !busy && <Banner>{t(($) => $.messages.dialog.restored)}</Banner>}
        {failure && !busy && (
          <Banner tone="bad" alert>
            <FailureText failure={failure} />
          </Banner>
        )}
        {!changed && !busy && <LetterWarnings company={company} />}
        {!changed && !busy && notice}
        <div className="composer-sheet">
          <TextField
            label={t(($) => $.messages.dialog.subject)}
            value={draft.subject}
            maxLength={LIMITS.subjectLength}
            readOnly={busy}
            lang={company.language}
            error={error(problems.subject)}
            onChange={(event) => type({ subject: event.target.value })}
            onBlur={settle}
          />
          <TextAreaField
            letter
            label={t(($) => $.messages.dialog.body)}
            value={draft.message}
            maxLength={LIMITS.messageLength}
            readOnly={busy}
            lang={company.language}
            error={error(problems.message)}
            onChange={(event) => type({ message: event.target.value })}
            onBlur={settle}
          />
          <Enclosure name={enclosure} />
        </div>
        <div className="composer-tools">
          {busy ? (
            <Button size="small" icon="cross" onClick={onStop}>
              {t(($) => $.messages.dialog.stop)}
            </Button>
          ) : (
            <Button size="small" icon="wand" onClick={onWrite}>
              {company.message.trim() === "" ? t(($) => $.messages.dialog.write) : t(($) => $.messages.dialog.rewrite)}
            </Button>
          )}
          <IconButton
            size="small"
            icon="undo"
            label={t(($) => $.messages.dialog.undo)}
            disabledReason={undo && !busy ? undefined : t(($) => $.messages.dialog.noUndo)}
            onClick={() => undo?.()}
          />
          <IconButton
            size="small"
            icon="redo"
            label={t(($) => $.messages.dialog.redo)}
            disabledReason={redo && !busy ? undefined : t(($) => $.messages.dialog.noRedo)}
            onClick={() => redo?.()}
          />
          <span className="soft small numbers length">
            {busy
              ? t(($) => $.messages.dialog.writing)
              : t(($) => $.messages.dialog.length, { count: draft.message.length, max: LIMITS.messageLength })}
          </span>
        </div>
        <Announced>{busy && t(($) => $.messages.dialog.writing)}</Announced>
        {save.isError && (
          <Banner tone="bad" alert>
            {errorText(
              save.error,
              t(($) => $.messages.errors.saveError),
            )}
          </Banner>
        )}
      </div>
      {leaving ? (
        <LeaveDialog onLeave={close} onStay={() => setLeaving(false)} />
      ) : (
        <UnsavedGuard when={changed || moved} onLeave={() => keptDraft.clear()} />
      )}
    </Dialog>
  );
}
