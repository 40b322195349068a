import { useTranslation } from "react-i18next";
import type { Confirmation, MailPreview } from "../../../../worker/contract/mail";
import { Checkbox } from "../../../ui/form/checkbox";
import { LetterFindingList } from "../../../ui/mail/letter-finding-list";
import { Banner } from "../../../ui/status/banner";
import { GmailSearchLink } from "./gmail-search-link";

interface SendConfirmationsProps {
  questions: readonly Confirmation[];
  /** Confirmations that a rejected send asked for: scrolled into view. */
  required: readonly Confirmation[];
  confirmed: readonly Confirmation[];
  preview: MailPreview;
  onConfirm: (question: Confirmation, yes: boolean) => void;
}

/** The confirmations that a mail needs, each with what to review first. */
export function SendConfirmations({ questions, required, confirmed, preview, onConfirm }: SendConfirmationsProps) {
  const { t } = useTranslation();
  return questions.map((each) => (
    <Banner
      key={each}
      tone="warn"
      alert={required.includes(each)}
      action={each === "outcome_unknown" && <GmailSearchLink address={preview.to} account={preview.from.address} />}
    >
      <div className="stack stack-tight">
        <p>{t(($) => $.mail.one.question[each])}</p>
        {each === "needs_review" && <LetterFindingList findings={preview.review} />}
        <Checkbox
          label={t(($) => $.mail.one.confirm[each])}
          checked={confirmed.includes(each)}
          onChange={(yes) => onConfirm(each, yes)}
        />
      </div>
    </Banner>
  ));
}
