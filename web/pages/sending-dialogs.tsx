import { useCallback } from "react";
import type { Company } from "../../worker/contract/companies";
import { useCompanyCache } from "../features/companies/hooks/use-company-cache";
import { BulkSendDialog, type BulkSendDialogProps } from "../features/mail/components/bulk-send-dialog";
import { EmailPreviewDialog } from "../features/mail/components/email-preview-dialog";
import { ReviewDialog, type ReviewDialogProps } from "../features/mail/components/review-dialog";
import { SendOneDialog, type SendOneDialogProps } from "../features/mail/components/send-one-dialog";
import { SourcedLetter } from "../features/messages/components/sourced-letter";
import { useDoubtfulMessages } from "../features/messages/hooks/use-message-check";
import { storedMessageDraft } from "../features/messages/model/stored-message-draft";

/** What can be done about a doubtful sentence, besides confirming it. */
interface SentenceCallbacks {
  onRewrite?: (company: Company, sentence: string) => void;
  onEdit: (company: Company, sentence?: string) => void;
}

/** Mails are the mail feature's, the sentences in them the messages feature's: here they meet. */
function useSourcedLetter({ onRewrite, onEdit }: SentenceCallbacks, disabledReason?: string) {
  const { setDoubt } = useCompanyCache();
  return useCallback(
    (company: Company, text: string) => (
      <SourcedLetter
        key={`${company.id} ${company.message_version}`}
        company={company}
        text={text}
        disabledReason={disabledReason}
        onDoubt={setDoubt}
        onRewrite={onRewrite && ((sentence) => onRewrite(company, sentence))}
        onEdit={(sentence) => onEdit(company, sentence)}
      />
    ),
    [onRewrite, onEdit, setDoubt, disabledReason],
  );
}

type WithoutLetter<Props> = Omit<Props, "letter" | "doubtful" | "hasUnsaved" | "onEdit"> & SentenceCallbacks;

const hasUnsaved = ({ id }: Company): boolean => storedMessageDraft.read()?.id === id;

export function SourcedSendOneDialog({ onRewrite, onEdit, ...rest }: WithoutLetter<SendOneDialogProps>) {
  const letter = useSourcedLetter({ ...(onRewrite && { onRewrite }), onEdit });
  return <SendOneDialog {...rest} hasUnsaved={hasUnsaved} letter={letter} onEdit={(company) => onEdit(company)} />;
}

export function SourcedBulkSendDialog({ onEdit, ...rest }: WithoutLetter<BulkSendDialogProps>) {
  const doubtful = useDoubtfulMessages(rest.companies);
  return <BulkSendDialog {...rest} doubtful={doubtful} letter={useSourcedLetter({ onEdit })} />;
}

export function SourcedReviewDialog({ onRewrite, onEdit, ...rest }: WithoutLetter<ReviewDialogProps>) {
  const letter = useSourcedLetter({ ...(onRewrite && { onRewrite }), onEdit });
  return <ReviewDialog {...rest} hasUnsaved={hasUnsaved} letter={letter} onEdit={(company) => onEdit(company)} />;
}

type PreviewDialogProps = Omit<Parameters<typeof EmailPreviewDialog>[0], "onSeen">;
const ignorePreview = () => undefined;

export function SourcedPreviewDialog({ onEdit, ...rest }: WithoutLetter<PreviewDialogProps>) {
  return <EmailPreviewDialog {...rest} onSeen={ignorePreview} letter={useSourcedLetter({ onEdit })} />;
}
