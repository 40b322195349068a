import type { TFunction } from "i18next";
import type { Company } from "../../worker/contract/companies";

const FRANCE = "+33 ";

/** A telephone number of a company in groups: "+33 4 65 71 39 81". */
export const getPhoneText = ({ contacts }: Pick<Company, "contacts">, number: string): string =>
  contacts.find(({ kind, value }) => kind === "phone" && value === number)?.text ?? number;

/** A grouped number as people read it: French ones begin with 0 for French readers. */
export const showPhone = (text: string, t: TFunction): string =>
  text.startsWith(FRANCE) ? t(($) => $.common.frenchPhone, { number: text.slice(FRANCE.length) }) : text;
