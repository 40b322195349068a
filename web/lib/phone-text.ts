import type { Company } from "../../worker/contract/companies";

/** A telephone number of a company as people read it: "+33 4 65 71 39 81". */
export const getPhoneText = ({ contacts }: Pick<Company, "contacts">, number: string): string =>
  contacts.find(({ kind, value }) => kind === "phone" && value === number)?.text ?? number;
