import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { LIMITS } from "../../../../worker/contract/limits";
import { useErrorText } from "../../../i18n/use-error-text";
import { formatCompanyName } from "../../../lib/company-name";
import { Button, IconButton } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { LeaveDialog, UnsavedChangesGuard } from "../../../ui/dialog/unsaved-changes-guard";
import { TextAreaField, TextField } from "../../../ui/form/field";
import { useFocusFirstError } from "../../../ui/form/use-focus-first-error";
import { Banner } from "../../../ui/status/banner";
import { LiveRegion } from "../../../ui/status/live-region";
import { notify } from "../../../ui/toast/notify";
import { saveMessage } from "../api/message-requests";
import { useMessageDraft } from "../hooks/use-message-draft";
import type { GenerationFailure } from "../model/generation-failures";
import { storedMessageDraft } from "../model/stored-message-draft";
import { GenerationFailureText } from "./generation-failure-dialog";
import { AttachmentLine } from "./message-view";
import { MessageWarnings } from "./message-warnings";
import "./messages.css";
import { RecipientAndLanguage } from "./recipient-and-language";

export interface MessageEditorProps {
  company: Company;
  /** File name of the attachment; null without one. */
  attachmentName: string | null;
  /** This tab is waiting for a new text. */
  writing: boolean;
  /** Why the latest try to write it failed. */
  failure: GenerationFailure | undefined;
  /** A notice of another feature about the saved message. */
  notice: ReactNode;
  onWrite: () => void;
  onStop: () => void;
  onClose: () => void;
  onCompany: (company: Company) => void;
}

export function MessageEditor({
  company,
  attachmentName,
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
  const { draft, recipient, setRecipient, recipientChanged, textChanged, restored, type, settle, undo, redo } =
    useMessageDraft(company);
  const [leaving, setLeaving] = useState(false);
  const [attempt, setAttempt] = useState<object | null>(null);
  const form = useFocusFirstError<HTMLDivElement>(attempt);
  const busy = writing || company.generating;

  const save = useMutation({
    mutationFn: () =>
      saveMessage(company.id, {
        ...(draft.message !== company.message && { message: draft.message }),
        ...(draft.subject !== company.subject && { subject: draft.subject }),
        ...(recipientChanged && recipient !== null && { recipient }),
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
  // The user chose to leave: discard the stored draft.
  const close = () => {
    storedMessageDraft.clear();
    onClose();
  };
  const leave = () => (textChanged || recipientChanged ? setLeaving(true) : close());

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
            : textChanged || recipientChanged
              ? undefined
              : t(($) => $.messages.dialog.unchanged)
        }
        onClick={press}
      >
        {t(($) => $.messages.dialog.save)}
      </Button>
    </>
  );
  const showProblem = (problem: string | undefined) => (attempt === null ? undefined : problem);
  return (
    <Dialog
      wide
      title={t(($) => $.messages.dialog.title, { name: formatCompanyName(company) })}
      onClose={leave}
      locked={save.isPending}
      footer={footer}
    >
      <div ref={form} className="composer">
        <RecipientAndLanguage
          company={company}
          recipient={recipient}
          disabled={busy || save.isPending}
          onRecipient={setRecipient}
          onCompany={onCompany}
        />
        {restored && !busy && <Banner>{t(($) => $.messages.dialog.restored)}</Banner>}
        {failure && !busy && (
          <Banner tone="bad" alert>
            <GenerationFailureText failure={failure} />
          </Banner>
        )}
        {!textChanged && !busy && <MessageWarnings company={company} />}
        {!textChanged && !busy && notice}
        <div className="composer-sheet">
          <TextField
            label={t(($) => $.messages.dialog.subject)}
            value={draft.subject}
            maxLength={LIMITS.subjectLength}
            readOnly={busy}
            lang={company.language}
            error={showProblem(problems.subject)}
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
            error={showProblem(problems.message)}
            onChange={(event) => type({ message: event.target.value })}
            onBlur={settle}
          />
          <AttachmentLine name={attachmentName} />
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
        <LiveRegion>{busy && t(($) => $.messages.dialog.writing)}</LiveRegion>
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
        <UnsavedChangesGuard when={textChanged || recipientChanged} onLeave={() => storedMessageDraft.clear()} />
      )}
    </Dialog>
  );
}
