import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { FollowUp } from "../../worker/contract/follow-ups";
import { OutboxStyles } from "../features/mail/components/outbox-styles";
import { PreviewedMail } from "../features/mail/components/previewed-mail";
import { UndoNotice } from "../features/mail/components/undo-notice";
import { useBlockText } from "../features/mail/hooks/use-block-text";
import { useFollowUp, useFollowUpCache, usePreviewedFollowUp } from "../features/mail/hooks/use-follow-ups";
import { useQueuedMails } from "../features/mail/hooks/use-outbox";
import { findNextToRead, isWritten, toFollowUpName } from "../features/mail/model/rules-follow-ups";
import { FollowUpEditor } from "../features/messages/components/follow-up-editor";
import { SourcedFollowUp } from "../features/messages/components/sourced-follow-up";
import type { FollowUpWriting } from "../features/messages/hooks/use-follow-up-writing";
import { storedFollowUpDraft } from "../features/messages/model/stored-follow-up-draft";
import { useErrorText } from "../i18n/use-error-text";
import { formatCompanyName } from "../lib/company-name";
import { pressLetterKey } from "../lib/letter-keys";
import { useSettledPress } from "../lib/use-settled-press";
import { Button } from "../ui/button/button";
import { ConfirmDialog, Dialog } from "../ui/dialog/dialog";
import { LeaveDialog } from "../ui/dialog/unsaved-changes-guard";
import { useFocusInDialog } from "../ui/dialog/use-focus-in-dialog";
import { Banner } from "../ui/status/banner";
import { RetryBanner } from "../ui/status/retry-banner";
import { Skeleton, Spinner } from "../ui/status/spinner";
import { notify } from "../ui/toast/notify";

interface FollowUpDialogProps {
  /** Companies, in the order they are read. */
  ids: readonly [string, ...string[]];
  writing: FollowUpWriting;
  /** Opens the call in place of the follow-up; undefined where none is offered. */
  onCall?: ((id: string) => void) | undefined;
  onClose: () => void;
}

/** The text as it is typed, and of which company. */
interface Draft {
  id: string;
  text: string;
  /** The sentence at which the cursor starts. */
  startAt?: string | undefined;
  /** It was typed before, of this version of the text. */
  restoredFrom?: number;
}

/** Follow-ups, one after the other: write or edit, read with its sources, approve. */
export function FollowUpDialog({ ids, writing, onCall, onClose }: FollowUpDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const blockText = useBlockText();
  const cache = useFollowUpCache();
  const queued = useQueuedMails("follow-ups");
  const [openId, setOpenId] = useState(() => ids[0]);
  const id = ids.includes(openId) ? openId : ids[0];
  const at = ids.indexOf(id);
  const { data, error, isFetching, refetch } = useFollowUp(id);
  const followUp = data?.follow_up;
  const [draft, setDraft] = useState<Draft | null>(() => {
    const stored = storedFollowUpDraft.read();
    return stored && ids.includes(stored.companyId)
      ? { id: stored.companyId, text: stored.message, restoredFrom: stored.version }
      : null;
  });
  const editing = draft?.id === id ? draft : null;
  const [question, setQuestion] = useState<{ ask: "replace" } | { ask: "leave"; go: () => void } | null>(null);
  const mail = queued.get(id);
  const isQueued = mail !== undefined;
  const state = writing.states.get(id);
  const failure = writing.failures.get(id);
  const hasText = followUp !== undefined && isWritten(followUp);
  const isShown = hasText && (followUp.block === null || followUp.block === "follow_up_too_early");
  const sending = usePreviewedFollowUp(followUp, id, isShown && state === undefined && editing === null);
  const place = useRef<HTMLDivElement>(null);
  const name = followUp ? formatCompanyName(toFollowUpName(followUp)) : "";

  const show = (next: string) => {
    setOpenId(next);
    place.current?.closest("dialog")?.querySelector(".dialog-body")?.scrollTo(0, 0);
  };
  useFocusInDialog(place);
  // A mail that was approved in another tab, or has left, is known to the outbox first.
  const isUnsure = mail?.status === "sending";
  useEffect(() => {
    if (isUnsure) void cache.reload(id);
  }, [isUnsure, cache, id]);

  const isChanged = editing !== null && editing.text !== (followUp?.message ?? "");
  /** Goes on at once, or after the user has given up what was typed. */
  const leave = (go: () => void) => {
    if (isChanged) setQuestion({ ask: "leave", go });
    else {
      setDraft(null);
      go();
    }
  };
  const open = (next: string | undefined) => {
    if (next !== undefined) show(next);
  };
  const edit = (startAt?: string) => followUp && setDraft({ id, text: followUp.message, startAt });
  const rewrite = () => {
    if (!followUp) return;
    if (followUp.author === "user") setQuestion({ ask: "replace" });
    else writing.write([followUp]);
  };
  const reason = followUp && followUp.block !== null ? blockText(followUp) : sending.reason;
  const mayApprove = followUp !== undefined && isShown && !editing && !isQueued && state === undefined;
  const { button: sendButton, accepts } = useSettledPress(
    mayApprove && sending.preview ? `${id} ${followUp.version}` : null,
  );
  const approve = (click?: MouseEvent) => {
    if (!mayApprove || sending.sending) return;
    if (reason !== undefined) return notify.info(reason);
    if (!accepts(click)) return;
    sending.press(() => {
      const next = findNextToRead(ids, queued, id);
      if (next === undefined) onClose();
      else show(next);
    });
  };
  const press = (event: KeyboardEvent) =>
    pressLetterKey(event, { send: approve, ...(!editing && { move: (step) => open(ids[at + step]) }) });

  const renderText = (mailed: FollowUp) => (text: string) => (
    <SourcedFollowUp
      key={`${id} ${mailed.step ?? 0} ${mailed.version}`}
      followUp={mailed}
      text={text}
      {...(!isQueued && { onEdit: edit })}
    />
  );
  const renderBody = (shown: FollowUp) => {
    if (state !== undefined)
      return (
        <div className="stack">
          <p className="row" role="status">
            <Spinner /> {t(($) => $.followUps.writing)}
          </p>
          <div className="row">
            <Button size="small" icon="cross" onClick={() => writing.stop(id)}>
              {t(($) => $.messages.dialog.stop)}
            </Button>
          </div>
        </div>
      );
    if (editing)
      return (
        <>
          {editing.restoredFrom !== undefined && (
            <Banner>
              {editing.restoredFrom === shown.version
                ? t(($) => $.messages.dialog.restored)
                : t(($) => $.followUps.text.changedElsewhere)}
            </Banner>
          )}
          <FollowUpEditor
            key={id}
            followUp={shown}
            draft={editing.text}
            onDraft={(text) => setDraft({ ...editing, text })}
            startAt={editing.startAt}
            onSaved={(saved) => {
              cache.put(saved);
              setDraft(null);
            }}
            onCancel={() => leave(() => undefined)}
            onChangedElsewhere={() => void refetch()}
          />
        </>
      );
    const tools = (
      <div className="row">
        {hasText && (
          <Button size="small" icon="pen" onClick={() => edit()}>
            {t(($) => $.followUps.text.edit)}
          </Button>
        )}
        <Button size="small" icon="wand" look={hasText ? "plain" : "primary"} onClick={rewrite}>
          {hasText ? t(($) => $.messages.dialog.rewrite) : t(($) => $.followUps.writeText)}
        </Button>
        {!hasText && (
          <Button size="small" icon="pen" onClick={() => edit()}>
            {t(($) => $.followUps.text.byHand)}
          </Button>
        )}
        {onCall && shown.phones.length > 0 && shown.block === null && (
          <Button size="small" look="quiet" icon="phone" onClick={() => onCall(id)}>
            {t(($) => $.followUps.call)}
          </Button>
        )}
      </div>
    );
    const mayBeChanged =
      shown.block === null || shown.block === "follow_up_too_early" || shown.block === "answer_unread";
    return (
      <>
        {shown.block !== null && (
          <Banner
            tone="warn"
            action={
              shown.block === "answer_unread" && <Link to={`/companies/${id}`}>{t(($) => $.followUps.toCompany)}</Link>
            }
          >
            {blockText(shown)}
          </Banner>
        )}
        {isQueued && (
          <Banner action={<Link to="/outbox">{t(($) => $.outbox.title)}</Link>}>
            {t(($) => $.followUps.section.queued)}
          </Banner>
        )}
        {failure !== undefined && (
          <Banner tone="bad" alert>
            {errorText(
              failure,
              t(($) => $.followUps.writeError),
            )}
          </Banner>
        )}
        {!hasText && shown.step !== null && <p className="soft">{t(($) => $.followUps.none)}</p>}
        {mayBeChanged && !isQueued && shown.step !== null && tools}
        {isShown && (
          <PreviewedMail
            sending={sending}
            companyId={id}
            version={shown.version}
            language={shown.language}
            body={renderText(shown)}
            lead={
              <>
                {ids.length > 1 && <p className="soft small review-keys">{t(($) => $.mail.review.keys)}</p>}
                <p className="soft small">
                  {sending.preview?.in_thread === false
                    ? t(($) => $.followUps.newThread)
                    : t(($) => $.followUps.inThread)}
                </p>
              </>
            }
          />
        )}
      </>
    );
  };
  return (
    <Dialog
      wide
      edge="airmail"
      title={name === "" ? t(($) => $.followUps.section.title) : t(($) => $.followUps.dialogTitle, { name })}
      onClose={() => leave(onClose)}
      locked={sending.sending}
      onKeyDown={press}
      footer={
        <>
          <UndoNotice
            place="foot"
            onUndone={([undone]) => undone !== undefined && ids.includes(undone) && open(undone)}
          />
          <Button
            className={mayApprove || ids.length > 1 ? "review-close" : undefined}
            disabled={sending.sending}
            onClick={() => leave(onClose)}
          >
            {t(($) => $.common.close)}
          </Button>
          {ids.length > 1 && (
            <span className="row review-steps">
              <Button
                icon="back"
                className="tuck"
                disabled={sending.sending}
                disabledReason={at === 0 ? t(($) => $.followUps.isFirst) : undefined}
                onClick={() => leave(() => open(ids[at - 1]))}
              >
                {t(($) => $.mail.review.previous)}
              </Button>
              <Button
                icon="arrow"
                className="tuck"
                disabled={sending.sending}
                disabledReason={at === ids.length - 1 ? t(($) => $.followUps.isLast) : undefined}
                onClick={() => leave(() => open(ids[at + 1]))}
              >
                {t(($) => $.mail.review.next)}
              </Button>
            </span>
          )}
          {mayApprove && (
            <Button
              {...sendButton}
              look="primary"
              icon="send"
              busy={sending.sending}
              disabledReason={sending.sending ? undefined : reason}
              onClick={approve}
            >
              {sending.sending ? t(($) => $.mail.one.sending) : t(($) => $.followUps.send)}
            </Button>
          )}
        </>
      }
    >
      {/* From its opening: it must not disappear while they are fetched with its first undo. */}
      <OutboxStyles />
      <div ref={place} className="stack">
        {ids.length > 1 && (
          <p role="status" className="soft small numbers">
            {t(($) => $.followUps.position, { at: at + 1, total: ids.length })}
          </p>
        )}
        {error && !followUp ? (
          <RetryBanner alert busy={isFetching} onRetry={() => void refetch()}>
            {errorText(error)}
          </RetryBanner>
        ) : followUp ? (
          renderBody(followUp)
        ) : (
          <Skeleton lines={8} shape="letter" label={t(($) => $.common.loading)} />
        )}
      </div>
      {question?.ask === "leave" && (
        <LeaveDialog
          onLeave={() => {
            storedFollowUpDraft.clear();
            setDraft(null);
            setQuestion(null);
            question.go();
          }}
          onStay={() => setQuestion(null)}
        />
      )}
      {question?.ask === "replace" && (
        <ConfirmDialog
          title={t(($) => $.followUps.replace.title)}
          text={<p>{t(($) => $.followUps.replace.text)}</p>}
          confirm={t(($) => $.followUps.replace.button)}
          onConfirm={() => {
            setQuestion(null);
            if (followUp) writing.write([followUp]);
          }}
          onClose={() => setQuestion(null)}
        />
      )}
    </Dialog>
  );
}
