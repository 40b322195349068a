import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FollowUp } from "../../../../worker/contract/follow-ups";
import type { FollowUpStep } from "../../../../worker/contract/mail";
import { useErrorText } from "../../../i18n/use-error-text";
import { formatCompanyName } from "../../../lib/company-name";
import { Button, getButtonClass } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { Icon } from "../../../ui/graphics/icon";
import { Banner } from "../../../ui/status/banner";
import { notify } from "../../../ui/toast/notify";
import { removeCall, saveCall } from "../api/application-requests";
import { writeFollowUpScript } from "../model/call-script";
import "./apply-dialog.css";
import { CopyButton } from "./copy-button";

interface CallDialogProps {
  followUp: FollowUp;
  /** Name of the candidate. */
  candidate: string;
  onClose: () => void;
  /** Called with what is known once a call was noted, or is no longer. */
  onChanged: (followUp: FollowUp) => void;
}

/** A call in place of a follow-up: the numbers, what to say, and that it was made. */
export function CallDialog({ followUp, candidate, onClose, onChanged }: CallDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { company_id: id, company_name, website, phones, step, language, applied_at: appliedAt } = followUp;
  const name = formatCompanyName({ name: company_name, website });
  const [dialed, setDialed] = useState(phones[0]?.number);
  const script = writeFollowUpScript({ name: candidate, company: name, appliedAt, language });
  const undo = useMutation({
    mutationFn: (made: FollowUpStep) => removeCall(id, made),
    onSuccess: (answer) => onChanged(answer.follow_up),
    onError: (error) => notify.error(errorText(error)),
  });
  const record = useMutation({
    mutationFn: ({ made, number }: { made: FollowUpStep; number: string }) => saveCall(id, made, number),
    onSuccess: (answer, { made }) => {
      onChanged(answer.follow_up);
      notify.undoable(
        t(($) => $.followUps.calling.noted, { name }),
        { label: t(($) => $.common.undo), run: () => undo.mutate(made) },
      );
      onClose();
    },
  });
  return (
    <Dialog
      title={t(($) => $.followUps.calling.title, { name })}
      onClose={onClose}
      locked={record.isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={record.isPending}>
            {t(($) => $.common.close)}
          </Button>
          {step !== null && dialed !== undefined && (
            <Button
              look="primary"
              icon="check"
              busy={record.isPending}
              onClick={() => record.mutate({ made: step, number: dialed })}
            >
              {t(($) => $.applications.done.phone)}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        {record.isError && (
          <Banner tone="bad" alert>
            {errorText(record.error)}
          </Banner>
        )}
        <p className="row numbers">
          {phones.map(({ number, text }) => (
            <a key={number} className={getButtonClass()} href={`tel:${number}`} onClick={() => setDialed(number)}>
              <Icon name="phone" />
              <span>{text}</span>
            </a>
          ))}
        </p>
        <p className="soft small">{t(($) => $.applications.scriptHint)}</p>
        <div className="letter-text prewrap prose call-script" lang={language}>
          {script}
        </div>
        <div className="row">
          <CopyButton text={script}>{t(($) => $.applications.copyScript)}</CopyButton>
        </div>
        <p className="soft small">
          {step === 2 ? t(($) => $.followUps.calling.countsLast) : t(($) => $.followUps.calling.counts)}
        </p>
      </div>
    </Dialog>
  );
}
