import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { LIMITS } from "../../../../worker/contract/limits";
import type { RewriteBody } from "../../../../worker/contract/messages";
import { useErrorText } from "../../../i18n/use-error-text";
import { hasErrorCode } from "../../../lib/api-error";
import { formatCompanyName } from "../../../lib/company-name";
import { findSentenceAt, findSentenceEnd } from "../../../lib/letter-parts";
import { useEndInView } from "../../../lib/use-end-in-view";
import { useEventCallback } from "../../../lib/use-event-callback";
import { isTyping, storedSingleKeys } from "../../../lib/use-single-keys";
import { Button, IconButton } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { LeaveDialog, UnsavedChangesGuard } from "../../../ui/dialog/unsaved-changes-guard";
import { TextAreaField } from "../../../ui/form/field";
import { useFocusFirstError } from "../../../ui/form/use-focus-first-error";
import { LetterFindingList } from "../../../ui/mail/letter-finding-list";
import { SentenceMarks } from "../../../ui/mail/sourced-text";
import { Banner } from "../../../ui/status/banner";
import { LiveRegion } from "../../../ui/status/live-region";
import { notify } from "../../../ui/toast/notify";
import { fetchCompany, messageVersionsQuery, restoreMessageVersion } from "../api/message-requests";
import { listReviewFindings, type OnDoubt, useMessageCheck } from "../hooks/use-message-check";
import { useMessageDraft } from "../hooks/use-message-draft";
import type { GenerationFailure } from "../model/generation-failures";
import type { LetterSteps } from "../model/letter-steps";
import { storedMessageDraft } from "../model/stored-message-draft";
import { GenerationFailureText } from "./generation-failure-dialog";
import { LanguageOfNextText } from "./language-of-next-text";
import { MessageVersionsDialog } from "./message-versions-dialog";
import { AttachmentLines } from "./message-view";
import { MessageWarnings } from "./message-warnings";
import { OvertakenNotice } from "./overtaken-notice";
import "./messages.css";
import { RecipientAndProfile } from "./recipient-and-profile";
import { RewriteForm } from "./rewrite-form";
import { PressedSentence } from "./sentence-panel";
import { CheckedText, MessageCheckLine } from "./sourced-letter";

export interface MessageEditorProps {
  company: Company;
  /** File names of what is attached. */
  attachmentNames: readonly string[];
  /** This tab is waiting for a new text. */
  writing: boolean;
  /** Why the latest try to write it failed. */
  failure: GenerationFailure | undefined;
  /** A notice of another feature about the saved message. */
  notice: ReactNode;
  /** Writes the message again, as the body says. */
  onWrite: (body?: RewriteBody) => void;
  onStop: () => void;
  onClose: () => void;
  onCompany: (company: Company) => void;
  /** Called with the company whose message has been read to its end. */
  onRead: (company: Company) => void;
  onDoubt: OnDoubt;
  /** The cursor starts at the end of this sentence; null: at the beginning of the text. */
  startAt?: string | null | undefined;
  /** The place among the letters that are read one after the other. */
  steps?: LetterSteps | undefined;
  /** Opens the mail of the saved message in the place of this dialog; undefined where none can be sent. */
  onSend?: ((company: Company) => void) | undefined;
  /** What has to be done before anything can be sent, in the place of the button that sends. */
  beforeSending?: ReactNode;
  /** Undoes the letter sent before this one. */
  undoSending?: ReactNode;
}

/** To the message before or after this one; null closes it. */
type Step = 1 | -1 | null;

/** The row of tools on a narrow screen, which stays over the end of the text. CSS pixels. */
const TOOLS_HEIGHT_PX = 96;

export function MessageEditor({
  company,
  attachmentNames,
  writing,
  failure,
  notice,
  onWrite,
  onStop,
  onClose,
  onCompany,
  onRead,
  onDoubt,
  startAt,
  steps,
  onSend,
  beforeSending,
  undoSending,
}: MessageEditorProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const versions = useQuery({
    ...messageVersionsQuery(company),
    enabled: company.message !== "",
    placeholderData: keepPreviousData,
  });
  const edited = useMessageDraft(company, versions.data?.versions);
  const { draft, recipient, setRecipient, recipientChanged, textChanged, restored, type, settle, undo, redo } = edited;
  const [showsVersions, setShowsVersions] = useState(false);
  const [view, setView] = useState<"text" | "sources">("text");
  // Where the cursor is set once the text field is there, as in `startAt`.
  const [cursor, setCursor] = useState(startAt);
  // The words of the sentence that was pressed in the text.
  const [pressed, setPressed] = useState<string | null>(null);
  // The text whose end has been in view.
  const [seenText, setSeenText] = useState<string | null>(null);
  // Where the user wanted to go while something was not saved.
  const [leaving, setLeaving] = useState<{ step: Step } | null>(null);
  const [attempt, setAttempt] = useState<object | null>(null);
  const form = useFocusFirstError<HTMLDivElement>(attempt);
  const busy = writing || company.generating;

  const check = useMessageCheck(company, textChanged ? draft : null, onDoubt);
  const sentences = check.data?.sentences;
  const hasSentences = sentences !== undefined && sentences.length > 0;
  const shownSentence = sentences?.find(({ text, status }) => text === pressed && status !== "opinion");
  const pressText = ({ selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    // The end of a selection is no press.
    const at = selectionStart === selectionEnd ? findSentenceAt(draft.message, sentences ?? [], selectionStart) : null;
    setPressed(at === null ? null : (sentences?.[at]?.text ?? null));
  };
  const wasBusy = useRef(busy);
  useEffect(() => {
    // A new text is read from its beginning.
    if (wasBusy.current && !busy) form.current?.querySelector(".composer-sheet")?.scrollIntoView({ block: "start" });
    wasBusy.current = busy;
  }, [busy, form]);
  const isCursorWaiting = cursor !== undefined && view === "text";
  const placeCursor = useEventCallback(() => {
    const field = form.current?.querySelector<HTMLTextAreaElement>("textarea.letter-text");
    setCursor(undefined);
    if (cursor === null) {
      field?.setSelectionRange(0, 0);
      field?.focus();
      return;
    }
    const position = cursor === undefined ? null : findSentenceEnd(draft.message, cursor);
    field?.focus();
    if (position !== null) field?.setSelectionRange(position, position);
    field?.scrollIntoView({ block: "center" });
  });
  useEffect(() => {
    if (isCursorWaiting) placeCursor();
  }, [isCursorWaiting, placeCursor]);

  // Undo and redo bring texts that may never have been read.
  const shownText = `${company.message_version} ${edited.jumps}`;
  const end = useEndInView(busy ? null : `${shownText} ${view}`, () => setSeenText(shownText), {
    coveredPx: TOOLS_HEIGHT_PX,
  });
  const hasSeenEnd = seenText === shownText;
  const unread = hasSeenEnd && !textChanged && !company.message_read;
  const isRead = hasSeenEnd || company.message_read;
  const markRead = useEventCallback(() => onRead(company));
  useEffect(() => {
    if (unread) markRead();
  }, [unread, markRead]);

  // The user chose to go: discard the stored draft.
  const go = (step: Step) => {
    storedMessageDraft.clear();
    if (step === null) onClose();
    else steps?.onMove(step);
  };
  // Who changes a text that they have read knows the changed one.
  const isSeen = hasSeenEnd || (company.message_read && edited.isOnlyTyped);
  /** Text saved elsewhere meanwhile is not overwritten: it is shown that there is one. */
  const saveTyped = async () => {
    try {
      return await edited.save();
    } catch (error) {
      if (hasErrorCode(error, "message_changed")) onCompany((await fetchCompany(company.id)).company);
      throw error;
    }
  };
  /** Saves it as the text that is sent. */
  const saveMessage = async () => {
    const { company: saved } = await saveTyped();
    onCompany(saved);
    if (isSeen) onRead(saved);
    return saved;
  };
  const save = useMutation({
    mutationFn: (_then: "send" | Step) => saveMessage(),
    onSuccess: (saved, then) => {
      notify.success(t(($) => $.messages.dialog.saved));
      if (then !== "send") return go(then);
      if (!onSend) return go(null);
      storedMessageDraft.clear();
      onSend(saved);
    },
  });

  const problems = {
    message: draft.message.trim() === "" ? t(($) => $.messages.dialog.required) : undefined,
    subject: draft.subject.trim() === "" ? t(($) => $.messages.dialog.subjectRequired) : undefined,
  };
  const isComplete = problems.message === undefined && problems.subject === undefined;
  const changed = textChanged || recipientChanged;
  const press = (then: "send" | Step) => {
    setAttempt({});
    setLeaving(null);
    if (isComplete && !edited.isOvertaken) save.mutate(then);
  };
  // What was typed becomes a version before another text takes its place.
  const keepTyped = async () => {
    if (textChanged && isComplete) onCompany((await saveTyped()).company);
  };
  const rewrite = useMutation({
    mutationFn: async (body: RewriteBody) => {
      await keepTyped();
      onWrite(body);
    },
  });
  const restore = useMutation({
    mutationFn: async (version: number) => {
      await keepTyped();
      return restoreMessageVersion(company.id, version);
    },
    onSuccess: (answer) => {
      onCompany(answer.company);
      setShowsVersions(false);
      notify.success(t(($) => $.messages.versions.restored));
    },
  });
  const leave = (step: Step) => {
    if (save.isPending || rewrite.isPending) return;
    if (changed) setLeaving({ step });
    else go(step);
  };
  const send = () => {
    if (changed) press("send");
    else onSend?.(company);
  };
  // The message may have been opened by it.
  const isEditKeyHeld = useRef(startAt === null);
  const editText = () => {
    setCursor(null);
    setView("text");
  };
  const maySend = onSend !== undefined && !beforeSending && !busy && !save.isPending;
  const isFirst = steps === undefined || steps.at === 1;
  const isLast = steps === undefined || steps.at === steps.total;
  const pressKey = (event: KeyboardEvent) => {
    if (showsVersions || leaving) return;
    if (!event.repeat) isEditKeyHeld.current = false;
    else if (isEditKeyHeld.current) return event.preventDefault();
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter") {
      event.preventDefault();
      if (maySend) send();
      return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key === "s") {
      event.preventDefault();
      if (changed && !busy && !save.isPending) press(null);
      return;
    }
    if (
      isTyping(event.target) ||
      !storedSingleKeys.read() ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.shiftKey
    )
      return;
    if (event.key === "j" && !isLast) leave(1);
    else if (event.key === "k" && !isFirst) leave(-1);
    else if (event.key === "e") {
      // It must not reach the field, however long it is held.
      event.preventDefault();
      isEditKeyHeld.current = true;
      editText();
    }
  };

  const writingReason = busy ? t(($) => $.messages.dialog.writing) : undefined;
  const footer = (
    <>
      {undoSending}
      {changed && (
        <Button className="composer-close" onClick={() => leave(null)} disabled={save.isPending}>
          {t(($) => $.common.cancel)}
        </Button>
      )}
      {steps && (
        <span className="row composer-steps">
          <IconButton
            icon="back"
            label={t(($) => $.mail.review.previous)}
            disabledReason={isFirst ? t(($) => $.mail.review.first) : undefined}
            onClick={() => leave(-1)}
          />
          <span className="soft small">
            {t(($) => $.mail.review.position, { at: steps.at, total: steps.total })}
            {!changed && !busy && (
              <span className="composer-read" role="status">
                {isRead ? t(($) => $.mail.bulk.read) : t(($) => $.mail.bulk.unread)}
              </span>
            )}
          </span>
          <IconButton
            icon="arrow"
            label={t(($) => $.mail.review.next)}
            disabledReason={isLast ? t(($) => $.mail.review.last) : undefined}
            onClick={() => leave(1)}
          />
        </span>
      )}
      {(changed || !onSend) && (
        <Button
          look={onSend ? "plain" : "primary"}
          busy={save.isPending}
          disabledReason={writingReason ?? (changed ? undefined : t(($) => $.messages.dialog.unchanged))}
          onClick={() => press(null)}
        >
          {t(($) => $.messages.dialog.save)}
        </Button>
      )}
      {onSend &&
        (beforeSending || (
          <Button look="primary" icon="send" busy={save.isPending} disabledReason={writingReason} onClick={send}>
            {changed ? t(($) => $.messages.dialog.saveAndSend) : t(($) => $.mail.review.send)}
          </Button>
        ))}
    </>
  );
  const saveError = save.error ?? rewrite.error;
  const nextLanguage = <LanguageOfNextText company={company} disabled={busy || save.isPending} onCompany={onCompany} />;
  const showProblem = (problem: string | undefined) => (attempt === null ? undefined : problem);
  return (
    <Dialog
      wide
      title={t(($) => $.messages.dialog.title, { name: formatCompanyName(company) })}
      onClose={() => leave(null)}
      locked={save.isPending || rewrite.isPending}
      footer={footer}
      onKeyDown={pressKey}
    >
      <div ref={form} className="composer">
        <RecipientAndProfile
          company={company}
          recipient={recipient}
          disabled={busy || save.isPending}
          typingDisabledReason={
            busy ? t(($) => $.messages.dialog.writing) : textChanged ? t(($) => $.messages.dialog.saveFirst) : undefined
          }
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
          <TextAreaField
            className="composer-subject"
            label={t(($) => $.messages.dialog.subject)}
            value={draft.subject}
            maxLength={LIMITS.subjectLength}
            readOnly={busy}
            lang={company.language}
            error={showProblem(problems.subject)}
            rows={1}
            // It may take two lines to show, and is one.
            onChange={(event) => type({ subject: event.target.value.replaceAll("\n", " ") })}
            onBlur={settle}
          />
          <div>
            {view === "sources" && hasSentences ? (
              <CheckedText
                text={draft.message}
                language={company.language}
                check={check}
                disabledReason={busy ? t(($) => $.messages.dialog.writing) : undefined}
                onRewrite={(sentence) => rewrite.mutate({ without: [sentence] })}
                onEdit={(sentence) => {
                  setCursor(sentence);
                  setView("text");
                }}
              >
                <Button size="small" icon="pen" onClick={() => setView("text")}>
                  {t(($) => $.messages.check.toText)}
                </Button>
              </CheckedText>
            ) : (
              <>
                <MessageCheckLine check={check}>
                  {hasSentences && (
                    <Button size="small" icon="search" onClick={() => setView("sources")}>
                      {t(($) => $.messages.check.toSources)}
                    </Button>
                  )}
                </MessageCheckLine>
                <TextAreaField
                  letter
                  label={t(($) => $.messages.dialog.body)}
                  value={draft.message}
                  maxLength={LIMITS.messageLength}
                  readOnly={busy}
                  lang={company.language}
                  error={showProblem(problems.message)}
                  marks={<SentenceMarks text={draft.message} sentences={sentences ?? []} />}
                  onChange={(event) => type({ message: event.target.value })}
                  onClick={(event) => pressText(event.currentTarget)}
                  onBlur={settle}
                />
                <LiveRegion>{shownSentence && t(($) => $.common.sentence[shownSentence.status])}</LiveRegion>
                {shownSentence && (
                  <PressedSentence
                    key={shownSentence.text}
                    sentence={shownSentence}
                    language={company.language}
                    disabledReason={busy ? t(($) => $.messages.dialog.writing) : undefined}
                    onRewrite={(sentence) => rewrite.mutate({ without: [sentence] })}
                  />
                )}
              </>
            )}
            <span ref={end} className="end-of-text" />
          </div>
          {textChanged && check.data && !check.checking && (
            <LetterFindingList findings={listReviewFindings(check.data)} />
          )}
          <AttachmentLines names={attachmentNames} />
        </div>
        {company.message.trim() !== "" && (
          <RewriteForm
            busy={rewrite.isPending}
            writing={busy}
            language={nextLanguage}
            onRewrite={(body) => rewrite.mutate(body)}
          />
        )}
        {company.message.trim() === "" && nextLanguage}
        <div className={busy ? "composer-tools busy" : "composer-tools"}>
          {busy && (
            <Button size="small" icon="cross" onClick={onStop}>
              {t(($) => $.messages.dialog.stop)}
            </Button>
          )}
          {!busy && company.message.trim() === "" && (
            <Button size="small" icon="wand" busy={rewrite.isPending} onClick={() => rewrite.mutate({})}>
              {t(($) => $.messages.dialog.write)}
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
          <Button
            size="small"
            look="quiet"
            disabledReason={company.message === "" ? t(($) => $.messages.versions.empty) : undefined}
            onClick={() => setShowsVersions(true)}
          >
            {t(($) => $.messages.versions.open)}
          </Button>
          <span className="soft small numbers length">
            {busy
              ? t(($) => $.messages.dialog.writing)
              : t(($) => $.messages.dialog.length, { count: draft.message.length, max: LIMITS.messageLength })}
          </span>
        </div>
        <LiveRegion>{busy && t(($) => $.messages.dialog.writing)}</LiveRegion>
        {edited.isOvertaken && !busy && isComplete && (
          <OvertakenNotice
            company={company}
            edited={edited}
            attempt={attempt}
            onCompany={(kept) => {
              // What was saved in the end did not fail.
              save.reset();
              rewrite.reset();
              onCompany(kept);
            }}
          />
        )}
        {saveError && !edited.isOvertaken && (
          <Banner tone="bad" alert>
            {errorText(
              saveError,
              t(($) => $.messages.errors.saveError),
            )}
          </Banner>
        )}
      </div>
      {showsVersions && (
        <MessageVersionsDialog
          company={company}
          query={versions}
          restore={restore}
          disabledReason={busy ? t(($) => $.messages.dialog.writing) : undefined}
          onClose={() => setShowsVersions(false)}
        />
      )}
      {leaving ? (
        <LeaveDialog
          onLeave={() => go(leaving.step)}
          onStay={() => setLeaving(null)}
          better={{ label: t(($) => $.common.unsaved.save), onPress: () => press(leaving.step) }}
        />
      ) : (
        <UnsavedChangesGuard
          when={changed}
          onLeave={() => storedMessageDraft.clear()}
          {...(isComplete && {
            onSave: async () => {
              await saveMessage();
              storedMessageDraft.clear();
            },
          })}
        />
      )}
    </Dialog>
  );
}
