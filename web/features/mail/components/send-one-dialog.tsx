import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { pressLetterKey } from "../../../lib/letter-keys";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { useApproval } from "../hooks/use-approval";
import { useDayNotice } from "../hooks/use-day-notice";
import { usePreviewedSend } from "../hooks/use-previewed-send";
import { useSendTest } from "../hooks/use-send-mail";
import { formatCompanyAndTown } from "../model/company-and-town";
import { ApproveButton } from "./approve-button";
import { type LetterRenderer, PreviewedMail } from "./previewed-mail";
import { TestMailResult } from "./test-mail-result";
import { UndoNotice } from "./undo-notice";

export interface SendOneDialogProps {
  company: Company;
  /** Another text is being written. */
  writing: boolean;
  letter: LetterRenderer;
  onClose: () => void;
  /** Whether somebody changed this text and has not saved it. */
  hasUnsaved: (company: Company) => boolean;
  /** Called once the mail is in the outbox. */
  onQueued: () => void;
  /** Called once the end of the message has been in view. */
  onRead: () => void;
  /** Opens the message in the place of this dialog, to change its text or its address. */
  onEdit: (company: Company) => void;
}

/**
 * The mail exactly as the server composed it, and the button that puts it into the outbox once it was read to its end.
 * Known confirmations are asked for beforehand.
 */
export function SendOneDialog({
  company,
  writing,
  letter,
  onClose,
  hasUnsaved,
  onQueued,
  onRead,
  onEdit,
}: SendOneDialogProps) {
  const { t } = useTranslation();
  const sending = usePreviewedSend(company);
  const test = useSendTest();
  const dayNotice = useDayNotice(1);
  const { preview } = sending;
  const busy = sending.sending || test.isPending;
  const approval = useApproval({ company, sending, writing, hasUnsaved, onEdit, onRead, onQueued });
  const { place } = approval;
  const pressTest = () =>
    preview && test.mutate({ id: company.id, fingerprint: preview.fingerprint }, { onError: sending.reviewAfter });
  const footer = (
    <>
      <UndoNotice place="foot" except={company.id} />
      <Button onClick={onClose} disabled={busy}>
        {t(($) => $.common.cancel)}
      </Button>
      {preview && (
        <Button icon="envelope" busy={test.isPending} disabled={sending.sending || writing} onClick={pressTest}>
          {t(($) => $.mail.test.send)}
        </Button>
      )}
      <ApproveButton approval={approval} label={t(($) => $.mail.one.send)} disabled={test.isPending} />
    </>
  );
  return (
    <Dialog
      title={t(($) => $.mail.one.title, { name: formatCompanyAndTown(company) })}
      onClose={onClose}
      locked={busy}
      footer={footer}
      onKeyDown={(event) =>
        pressLetterKey(event, { send: () => !busy && approval.press(), edit: () => !busy && onEdit(company) })
      }
      edge="airmail"
      wide
    >
      <PreviewedMail
        sending={sending}
        companyId={company.id}
        version={company.message_version}
        language={company.language}
        body={(text) => letter(company, text)}
        onRead={approval.noteRead}
        onEdit={busy ? undefined : () => onEdit(company)}
        lead={
          <div ref={place} className="row row-spread">
            <p className="soft">
              {t(($) => $.mail.one.lead)} {dayNotice ?? t(($) => $.mail.test.counts)}
            </p>
            <Button size="small" icon="pen" disabled={busy} onClick={() => onEdit(company)}>
              {t(($) => $.mail.review.edit)}
            </Button>
          </div>
        }
      >
        <TestMailResult test={test} />
      </PreviewedMail>
    </Dialog>
  );
}
