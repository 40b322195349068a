import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { countAddresses } from "../model/rules-send";

/** Explains why none of the companies can be sent to: how many have an address. */
export function useNothingToSendText(): (companies: readonly Pick<Company, "recipient">[]) => string {
  const { t } = useTranslation();
  return (companies) => {
    const { having, lacking } = countAddresses(companies);
    if (lacking === 0) return t(($) => $.mail.bulk.none);
    if (having === 0) return t(($) => $.mail.bulk.noValidEmails);
    return t(($) => $.mail.bulk.mixed, {
      having: t(($) => $.mail.bulk.having, { count: having }),
      lacking: t(($) => $.mail.bulk.lacking, { count: lacking }),
    });
  };
}
