import { useTranslation } from "react-i18next";
import { formatCompanyName } from "../../lib/company-name";
import { Dialog } from "../dialog/dialog";
import { ContactSources, type ContactSourcesProps } from "./contact-sources";

/** The contacts of a company with their sources. Without an address, the one to type is what it was opened for. */
export function ContactSourcesDialog({
  onClose,
  ...contacts
}: Omit<ContactSourcesProps, "startsOpen"> & { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t(($) => $.common.contacts.title, { name: formatCompanyName(contacts.company) })} onClose={onClose}>
      <ContactSources startsOpen {...contacts} />
    </Dialog>
  );
}
