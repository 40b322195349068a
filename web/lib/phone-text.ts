import type { TFunction } from "i18next";
import type { Company } from "../../worker/contract/companies";

const FRANCE = "+33 ";

/** A telephone number of a company in groups: "+33 4 65 71 39 81". */
export const getPhoneText = ({ contacts }: Pick<Company, "contacts">, number: string): string =>
  contacts.find(({ kind, value }) => kind === "phone" && value === number)?.text ?? number;

/** The same as people read it. */
export const formatPhone = (company: Pick<Company, "contacts">, number: string, t: TFunction): string =>
  localizePhone(getPhoneText(company, number), t);

/** A grouped number as people read it: French ones begin with 0 for French readers. */
export const localizePhone = (text: string, t: TFunction): string =>
  text.startsWith(FRANCE) ? t(($) => $.common.frenchPhone, { number: text.slice(FRANCE.length) }) : text;
