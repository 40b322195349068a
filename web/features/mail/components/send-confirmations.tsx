import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Company } from "../../../../worker/contract/companies";
import type { Confirmation, MailPreview } from "../../../../worker/contract/mail";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatDate, formatLanguageName } from "../../../lib/format";
import { useProfiles } from "../../../lib/use-profiles";
import { Button } from "../../../ui/button/button";
import { Checkbox } from "../../../ui/form/checkbox";
import { useProfileName } from "../../../ui/form/profile-select";
import { LetterFindingList } from "../../../ui/mail/letter-finding-list";
import { Banner } from "../../../ui/status/banner";
import { ContactedCompany } from "./contacted-company";
import { GmailSearchLink } from "./gmail-search-link";

export interface SendConfirmationsProps {
  questions: readonly Confirmation[];
  /** Confirmations that a rejected send asked for: scrolled into view. */
  required: readonly Confirmation[];
  confirmed: readonly Confirmation[];
  preview: MailPreview;
  onConfirm: (question: Confirmation, yes: boolean) => void;
  /** The answer about its languages holds for more letters; `given` with another one, only that is shown. */
  languageAnswer?: "asked" | "given" | undefined;
  /** Of an application: another of the user's profiles may fit its letter better. */
  company?: Company;
  chooseProfile?: (id: string) => void;
}

/** The confirmations that a mail needs, each with what to review first. */
export function SendConfirmations({
  questions,
  required,
  confirmed,
  preview,
  onConfirm,
  languageAnswer,
  company,
  chooseProfile,
}: SendConfirmationsProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const { applied } = preview;
  const renderBox = (question: Confirmation) => (
    <Checkbox
      label={t(($) => $.mail.one.confirm[question])}
      checked={confirmed.includes(question)}
      hint={question === "cv_language" && languageAnswer ? t(($) => $.mail.one.alsoNext) : undefined}
      onChange={(yes) => onConfirm(question, yes)}
    />
  );
  return questions.map((each) =>
    each === "cv_language" && languageAnswer === "given" ? (
      <div key={each} className="small">
        {renderBox(each)}
      </div>
    ) : (
      <Banner
        key={each}
        tone="warn"
        alert={required.includes(each)}
        action={each === "outcome_unknown" && <GmailSearchLink address={preview.to} account={preview.from.address} />}
      >
        <div className="stack stack-tight">
          {each === "cv_language" && company && chooseProfile ? (
            <CvLanguage company={company} preview={preview} chooseProfile={chooseProfile} />
          ) : (
            <p>
              {each === "already_applied" && applied && (
                <>{t(($) => $.applications.appliedOn[applied.way], { date: formatDate(applied.at, language) })} </>
              )}
              {each === "already_contacted" ? (
                <ContactedCompany company={preview.contacted_company} />
              ) : (
                t(($) => $.mail.one.question[each])
              )}
            </p>
          )}
          {each === "needs_review" && <LetterFindingList findings={preview.review} />}
          {renderBox(each)}
        </div>
      </Banner>
    ),
  );
}

/** Which language the letter has and which its CV, and the profile that would fit. */
function CvLanguage({
  company,
  preview,
  chooseProfile,
}: Required<Pick<SendConfirmationsProps, "company" | "preview" | "chooseProfile">>) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const nameProfile = useProfileName();
  const profiles = useProfiles();
  const own = profiles.find(({ id }) => id === company.profile_id) ?? profiles[0];
  const { letter_language: letter, profile, attachment } = preview;
  // A language that the user chose for an unread CV may be wrong.
  const fitting = profiles.find((each) => each.language === letter && each.language_read);
  // As the recipient sees it.
  const cv = attachment?.name ?? own?.cv?.name;
  if (cv === undefined || profile.language === null) return <p>{t(($) => $.mail.one.question.cv_language)}</p>;
  return (
    <>
      <p>
        {t(($) => $.mail.one.cvLanguages, {
          letter: formatLanguageName(letter, language),
          cv,
          other: formatLanguageName(profile.language, language),
        })}
      </p>
      <div className="row">
        {fitting ? (
          <Button size="small" onClick={() => chooseProfile(fitting.id)}>
            {t(($) => $.mail.one.useProfile, { name: nameProfile(fitting) })}
          </Button>
        ) : (
          <Link to={`/settings/cv?add=${letter}`}>{t(($) => $.mail.one.addProfile[letter])}</Link>
        )}
      </div>
    </>
  );
}
