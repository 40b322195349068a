import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { splitList } from "../../../lib/split-list";
import { useProfiles } from "../../../lib/use-profiles";
import { TypedEmailForm } from "../../../ui/company/typed-email-form";
import { SelectField } from "../../../ui/form/field";
import { ProfileSelect } from "../../../ui/form/profile-select";
import { Banner } from "../../../ui/status/banner";
import { setCompanyEmail } from "../api/message-requests";
import { useNextTextChoices } from "../hooks/use-next-text-choices";

interface RecipientAndProfileProps {
  company: Company;
  recipient: string | null;
  disabled: boolean;
  /** Why no address can be typed now. */
  typingDisabledReason: string | undefined;
  onRecipient: (address: string) => void;
  onCompany: (company: Company) => void;
}

/** The recipient among the addresses found, and the profile, which is saved at once. */
export function RecipientAndProfile({
  company,
  recipient,
  disabled,
  typingDisabledReason,
  onRecipient,
  onCompany,
}: RecipientAndProfileProps) {
  const { t } = useTranslation();
  const profiles = useProfiles();
  const { shown, isSaving, save } = useNextTextChoices(company, onCompany);
  const addresses = splitList(company.email);
  return (
    <div className="composer-head">
      {recipient === null && <Banner tone="warn">{t(($) => $.messages.dialog.noRecipient)}</Banner>}
      {recipient !== null && addresses.length > 1 && (
        <SelectField
          label={t(($) => $.messages.dialog.to)}
          value={recipient}
          disabled={disabled}
          options={addresses.map((value) => ({ value, label: value }))}
          onChange={onRecipient}
        />
      )}
      {recipient !== null && addresses.length <= 1 && (
        <p className="lone-recipient">
          <span>{t(($) => $.messages.dialog.to)}</span> <strong>{recipient}</strong>
        </p>
      )}
      <TypedEmailForm
        label={recipient === null ? undefined : t(($) => $.messages.dialog.otherAddress)}
        addresses={addresses}
        disabledReason={typingDisabledReason}
        onSave={async (email, replaces) => {
          const answer = await setCompanyEmail(company.id, email, replaces);
          onCompany(answer.company);
          if (answer.company.recipient !== null) onRecipient(answer.company.recipient);
          return answer;
        }}
      />
      <ProfileSelect
        profiles={profiles}
        value={shown.profile_id}
        hint={t(($) => $.messages.dialog.profileHint)}
        disabled={disabled || isSaving}
        onChange={(id) => save({ profile_id: id })}
      />
    </div>
  );
}
