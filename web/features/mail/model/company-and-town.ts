import { formatCompanyName } from "../../../lib/company-name";

/** A company with its town, where a mail is read: its address may be that of another place of the company. */
export function formatCompanyAndTown(company: { name: string; website: string; city: string }): string {
  const name = formatCompanyName(company);
  return company.city === "" || name.includes(company.city) ? name : `${name} (${company.city})`;
}
