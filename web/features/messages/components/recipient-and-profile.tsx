import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { splitList } from "../../../lib/split-list";
import { useProfiles } from "../../../lib/use-profiles";
import { TypedEmailForm } from "../../../ui/company/typed-email-form";
import { SelectField } from "../../../ui/form/field";
import { ProfileSelect } from "../../../ui/form/profile-select";
import { Banner } from "../../../ui/status/banner";
import { useCardLayout } from "../../../ui/table/use-card-layout";
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

/** Characters of an address that the field for the choice shows on a phone. */
const SHOWN_ON_PHONE = 32;

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
  const isPhone = useCardLayout();
  return (
    <div className="composer-head">
      {recipient === null && <Banner tone="warn">{t(($) => $.messages.dialog.noRecipient)}</Banner>}
      {recipient !== null && addresses.length > 1 && (
        <SelectField
          label={t(($) => $.messages.dialog.to)}
          value={recipient}
          disabled={disabled}
          options={addresses.map((value) => ({ value, label: value }))}
          hint={isPhone && recipient.length > SHOWN_ON_PHONE ? <Address of={recipient} /> : undefined}
          onChange={onRecipient}
        />
      )}
      {recipient !== null && addresses.length <= 1 && (
        <p className="lone-recipient">
          <span>{t(($) => $.messages.dialog.to)}</span>{" "}
          <strong>
            <Address of={recipient} />
          </strong>
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

/** An address that is never cut, and breaks before its domain. */
function Address({ of: address }: { of: string }) {
  const at = address.lastIndexOf("@");
  return (
    <>
      <span className="address-part">{address.slice(0, at)}</span>
      <span className="address-part">{address.slice(at)}</span>
    </>
  );
}
