import { useTranslation } from "react-i18next";
import type { Confirmation, Preview } from "../../../worker/contract/mail";
import { Banner } from "../../ui/banner";
import { Checkbox } from "../../ui/checkbox";
import { Findings } from "../../ui/findings";
import { GmailSearchLink } from "./gmail-search-link";

interface SendQuestionsProps {
  questions: readonly Confirmation[];
  /** Those a send came back with: they are brought into sight. */
  asked: readonly Confirmation[];
  confirmed: readonly Confirmation[];
  preview: Preview;
  onConfirm: (question: Confirmation, yes: boolean) => void;
}

/** What has to be said yes to before a mail leaves, each with what there is to look at first. */
export function SendQuestions({ questions, asked, confirmed, preview, onConfirm }: SendQuestionsProps) {
  const { t } = useTranslation();
  return questions.map((each) => (
    <Banner
      key={each}
      tone="warn"
      alert={asked.includes(each)}
      action={each === "outcome_unknown" && <GmailSearchLink address={preview.to} account={preview.from.address} />}
    >
      <div className="stack stack-tight">
        <p>{t(($) => $.mail.one.question[each])}</p>
        {each === "needs_review" && <Findings findings={preview.review} />}
        <Checkbox
          label={t(($) => $.mail.one.confirm[each])}
          checked={confirmed.includes(each)}
          onChange={(yes) => onConfirm(each, yes)}
        />
      </div>
    </Banner>
  ));
}
