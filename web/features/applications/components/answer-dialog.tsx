import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AnswerReading, Proposal } from "../../../../worker/contract/applications";
import type { Company, Outcome } from "../../../../worker/contract/companies";
import { LIMITS } from "../../../../worker/contract/limits";
import { useErrorText } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { useOutcomeName } from "../../../i18n/use-outcome-name";
import { formatCompanyName } from "../../../lib/company-name";
import { formatDateTime } from "../../../lib/format";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { Checkbox } from "../../../ui/form/checkbox";
import { TextAreaField } from "../../../ui/form/field";
import { FileDrop } from "../../../ui/form/file-drop";
import { useFocusFirstError } from "../../../ui/form/use-focus-first-error";
import { Banner } from "../../../ui/status/banner";
import {
  confirmProposal,
  dismissProposal,
  type GivenAnswer,
  saveOutcome,
  sendAnswer,
} from "../api/application-requests";
import { useOutcome } from "../hooks/use-outcome";
import { useRefreshProposals } from "../hooks/use-refresh-proposals";
import { encodeMailFile } from "../model/outcomes";
import { NextDateForm } from "./next-date-form";
import { OutcomeButtons } from "./outcome-buttons";

/** What is followed by a meeting. */
const MEETING_OUTCOMES: ReadonlySet<Outcome> = new Set<Outcome>(["answered", "interview", "offer"]);

interface AnswerDialogProps {
  company: Company;
  onClose: () => void;
  onCompany: (company: Company) => void;
}

/** An answer that the user pastes or drops: what is read in it is proposed, and counts once they confirm it. */
export function AnswerDialog({ company, onClose, onCompany }: AnswerDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { tell, onError } = useOutcome(onCompany);
  // Confirmed; the date of a meeting can be noted, too.
  const [confirmed, setConfirmed] = useState<Outcome | null>(null);
  const [text, setText] = useState("");
  const [keepsExcerpt, setKeepsExcerpt] = useState(false);
  // New with each try to submit.
  const [attempt, setAttempt] = useState<object | null>(null);
  const form = useFocusFirstError(attempt);
  const isMissing = text.trim() === "";
  const refreshProposals = useRefreshProposals();
  const read = useMutation({
    mutationFn: (given: GivenAnswer) => sendAnswer(company.id, given, keepsExcerpt),
    onSuccess: () => void refreshProposals(),
  });
  const readFile = useMutation({
    mutationFn: async (file: File) => read.mutateAsync({ eml: await encodeMailFile(file, LIMITS.answerFile) }),
  });
  const decide = useMutation({
    mutationFn: ({ outcome, proposal }: { outcome: Outcome; proposal: Proposal | null }) =>
      proposal ? confirmProposal(company.id, proposal.id, outcome) : saveOutcome(company.id, outcome),
    onSuccess: ({ company: changed, event_id: event }, { outcome }) => {
      onCompany(changed);
      void refreshProposals();
      tell(changed, outcome, event);
      if (outcome === "interview" || (read.data?.appointment && MEETING_OUTCOMES.has(outcome))) setConfirmed(outcome);
      else onClose();
    },
  });
  const dismiss = useMutation({
    mutationFn: (proposal: Proposal) => dismissProposal(company.id, proposal.id),
    onSuccess: () => {
      void refreshProposals();
      onClose();
    },
  });
  const submit = () => {
    setAttempt({});
    if (!isMissing && !read.isPending) read.mutate({ text });
  };
  const error = decide.error ?? dismiss.error ?? read.error ?? readFile.error;
  return (
    <Dialog title={t(($) => $.applications.answer.title, { name: formatCompanyName(company) })} onClose={onClose}>
      <div className="stack stack-loose">
        {error && (
          <Banner tone="bad" alert>
            {errorText(error)}
          </Banner>
        )}
        {confirmed !== null && read.data ? (
          <AppointmentRead
            company={company}
            outcome={confirmed}
            time={read.data.appointment}
            onSaved={(changed) => {
              onCompany(changed);
              onClose();
            }}
            onCancel={onClose}
            onError={onError}
          />
        ) : read.data ? (
          <AnswerRead
            answer={read.data}
            busy={decide.isPending ? decide.variables.outcome : null}
            isDismissing={dismiss.isPending}
            onChoose={(outcome) => decide.mutate({ outcome, proposal: read.data.proposal })}
            onDismiss={dismiss.mutate}
            onAgain={() => {
              decide.reset();
              dismiss.reset();
              readFile.reset();
              read.reset();
            }}
          />
        ) : (
          <form
            ref={form}
            className="stack"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
          >
            <TextAreaField
              data-first-focus
              label={t(($) => $.applications.answer.text)}
              hint={t(($) => $.applications.answer.textHint)}
              error={attempt !== null && isMissing ? t(($) => $.applications.answer.missing) : undefined}
              rows={8}
              maxLength={LIMITS.answerText}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <FileDrop
              accept=".eml,message/rfc822"
              label={t(($) => $.applications.answer.file)}
              look="plain"
              busy={readFile.isPending}
              hint={t(($) => $.applications.answer.drop)}
              limits={t(($) => $.applications.answer.fileHint)}
              onFile={(file) => file && readFile.mutate(file)}
            />
            <Checkbox
              label={t(($) => $.applications.answer.keep)}
              hint={t(($) => $.applications.answer.keepHint)}
              checked={keepsExcerpt}
              onChange={setKeepsExcerpt}
            />
            <div className="row">
              <Button type="submit" look="primary" busy={read.isPending}>
                {t(($) => $.applications.answer.read)}
              </Button>
              <Button onClick={onClose}>{t(($) => $.common.cancel)}</Button>
            </div>
          </form>
        )}
      </div>
    </Dialog>
  );
}

interface AnswerReadProps {
  answer: { reading: AnswerReading; proposal: Proposal | null };
  busy: Outcome | null;
  isDismissing: boolean;
  onChoose: (outcome: Outcome) => void;
  onDismiss: (proposal: Proposal) => void;
  onAgain: () => void;
}

/** What was read, for the user to confirm or correct. */
function AnswerRead({ answer: { reading, proposal }, busy, isDismissing, ...callbacks }: AnswerReadProps) {
  const { t } = useTranslation();
  const told = useRef<HTMLParagraphElement>(null);
  // The fields that had the focus are gone.
  useEffect(() => told.current?.focus(), []);
  return (
    <div className="stack">
      <p ref={told} tabIndex={-1} role="status">
        {proposal
          ? t(($) => $.applications.answer.proposed[proposal.outcome])
          : reading === "automatic"
            ? t(($) => $.applications.answer.automatic)
            : t(($) => $.applications.answer.unclear)}
      </p>
      {proposal?.excerpt && <blockquote className="quote soft prewrap prose">{proposal.excerpt}</blockquote>}
      {proposal && proposal.confidence < LIMITS.sureConfidence && (
        <Banner tone="warn">{t(($) => $.applications.proposals.unsure)}</Banner>
      )}
      <OutcomeButtons proposed={proposal?.outcome ?? null} busy={busy} onChoose={callbacks.onChoose} />
      <div className="row">
        {proposal && (
          <Button look="quiet" icon="cross" busy={isDismissing} onClick={() => callbacks.onDismiss(proposal)}>
            {t(($) => $.applications.proposals.dismiss)}
          </Button>
        )}
        <Button look="quiet" icon="back" onClick={callbacks.onAgain}>
          {t(($) => $.applications.answer.again)}
        </Button>
      </div>
    </div>
  );
}

interface AppointmentReadProps {
  company: Company;
  outcome: Outcome;
  /** As a field for date and time has it; null where the answer names none. */
  time: string | null;
  onSaved: (company: Company) => void;
  onCancel: () => void;
  onError: (error: unknown) => void;
}

/** The date of a meeting, as the answer names it, for the user to correct and to note, or not. */
function AppointmentRead({ company: { id, next_date: next }, outcome, time, ...callbacks }: AppointmentReadProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const nameOutcome = useOutcomeName();
  return (
    <div className="stack">
      <p role="status">
        {time === null ? t(($) => $.applications.answer.whichDate) : t(($) => $.applications.answer.date)}
      </p>
      <NextDateForm
        companyId={id}
        initialTime={time ?? ""}
        initialText={outcome === "interview" ? nameOutcome(outcome) : ""}
        hint={next ? t(($) => $.applications.answer.replaced, { date: formatDateTime(next.at, language) }) : undefined}
        look="primary"
        cancel={time === null ? t(($) => $.applications.answer.laterDate) : t(($) => $.applications.answer.noDate)}
        {...callbacks}
      />
    </div>
  );
}
