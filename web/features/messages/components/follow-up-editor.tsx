import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { FollowUp } from "../../../../worker/contract/follow-ups";
import { LIMITS } from "../../../../worker/contract/limits";
import { useErrorText } from "../../../i18n/use-error-text";
import { hasErrorCode } from "../../../lib/api-error";
import { findSentenceEnd } from "../../../lib/letter-parts";
import { Button } from "../../../ui/button/button";
import { UnsavedChangesGuard } from "../../../ui/dialog/unsaved-changes-guard";
import { TextAreaField } from "../../../ui/form/field";
import { LetterFindingList } from "../../../ui/mail/letter-finding-list";
import { SentenceMarks } from "../../../ui/mail/sourced-text";
import { Banner } from "../../../ui/status/banner";
import { notify } from "../../../ui/toast/notify";
import { saveFollowUp } from "../api/message-requests";
import { listReviewFindings, useFollowUpCheck } from "../hooks/use-message-check";
import { storedFollowUpDraft } from "../model/stored-follow-up-draft";
import "./messages.css";
import { MessageCheckLine } from "./sourced-letter";

interface FollowUpEditorProps {
  followUp: FollowUp;
  draft: string;
  onDraft: (text: string) => void;
  /** The cursor starts at the end of this sentence. */
  startAt: string | undefined;
  onSaved: (followUp: FollowUp) => void;
  /** Leaves what was typed. */
  onCancel: () => void;
  /** The text was changed elsewhere: it is read again. */
  onChangedElsewhere: () => void;
}

/** The text of a follow-up as the user writes it, checked as it is typed. */
export function FollowUpEditor({
  followUp,
  draft,
  onDraft,
  startAt,
  onSaved,
  onCancel,
  onChangedElsewhere,
}: FollowUpEditorProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const place = useRef<HTMLDivElement>(null);
  const { company_id: companyId, version, language } = followUp;
  const changed = draft !== followUp.message;
  const check = useFollowUpCheck(followUp, changed ? draft : null);
  const cursor = useRef(startAt);
  useEffect(() => {
    const field = place.current?.querySelector("textarea");
    const end = cursor.current === undefined ? null : findSentenceEnd(field?.value ?? "", cursor.current);
    field?.focus();
    if (end !== null) field?.setSelectionRange(end, end);
  }, []);
  useEffect(() => {
    if (changed) storedFollowUpDraft.write({ companyId, message: draft, version });
    else storedFollowUpDraft.clear();
  }, [changed, companyId, draft, version]);
  const save = useMutation({
    mutationFn: () => saveFollowUp(companyId, draft, version),
    onSuccess: (answer) => {
      storedFollowUpDraft.clear();
      notify.success(t(($) => $.followUps.text.saved));
      onSaved(answer.follow_up);
    },
    onError: (error) => {
      if (hasErrorCode(error, "message_changed")) onChangedElsewhere();
    },
  });
  const isEmpty = draft.trim() === "";
  return (
    <div ref={place} className="stack">
      <MessageCheckLine check={check} />
      <TextAreaField
        letter
        label={t(($) => $.followUps.text.label)}
        value={draft}
        maxLength={LIMITS.followUpLength}
        lang={language}
        marks={<SentenceMarks text={draft} sentences={check.data?.sentences ?? []} />}
        onChange={(event) => onDraft(event.target.value)}
      />
      {changed && check.data && !check.checking && <LetterFindingList findings={listReviewFindings(check.data)} />}
      {save.isError && (
        <Banner tone="bad" alert>
          {hasErrorCode(save.error, "message_changed")
            ? t(($) => $.followUps.text.changedElsewhere)
            : errorText(
                save.error,
                t(($) => $.messages.errors.saveError),
              )}
        </Banner>
      )}
      <div className="row">
        <Button
          look="primary"
          icon="check"
          busy={save.isPending}
          disabledReason={
            isEmpty ? t(($) => $.messages.dialog.required) : changed ? undefined : t(($) => $.messages.dialog.unchanged)
          }
          onClick={() => save.mutate()}
        >
          {t(($) => $.messages.dialog.save)}
        </Button>
        <Button disabled={save.isPending} onClick={onCancel}>
          {t(($) => $.common.cancel)}
        </Button>
        <span className="soft small numbers">
          {t(($) => $.messages.dialog.length, { count: draft.length, max: LIMITS.followUpLength })}
        </span>
      </div>
      <UnsavedChangesGuard when={changed} onLeave={() => storedFollowUpDraft.clear()} />
    </div>
  );
}
