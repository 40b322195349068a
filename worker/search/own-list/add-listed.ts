import { listIdentities } from "../../companies/store-import";
import type { Deps } from "../../compose";
import { ADDED_BY_USER } from "../../contract/companies";
import { LIMITS } from "../../contract/limits";
import type { DirectoryCompany } from "../../platform/ports";
import type { OwnCompany } from "../../platform/search-rpc";
import { dropObjectedEmails } from "../directory-lookup";
import type { Frontier } from "../frontier";

interface Listed {
  entries: DirectoryCompany[];
  /** Identities of the user's companies. */
  known: ReadonlySet<string>;
}

/** The companies of a list as entries of a directory, without addresses on the objection list. */
export async function findListed(
  { db, sharedDb }: Pick<Deps, "db" | "sharedDb">,
  userId: string,
  companies: OwnCompany[],
): Promise<Listed> {
  const [entries, known] = await Promise.all([
    dropObjectedEmails(sharedDb, companies.map(toDirectoryEntry)),
    // One company alone is named on purpose, also if it was written to and deleted.
    listIdentities(db, userId, companies.length > 1),
  ]);
  return { entries, known };
}

const toDirectoryEntry = ({ city, country, ...company }: OwnCompany): DirectoryCompany => ({
  ...company,
  tags: {},
  page: "",
  source: ADDED_BY_USER,
  place: { city, country },
});

/** A company of a list that waits: nothing but what the user gave. */
export const toKeptCompany = ({ name, website, emails, phones, city, country }: OwnCompany, at: number) => ({
  id: `kept-${at}`,
  name,
  website: website ?? "",
  redirected_from: null,
  business_type: "",
  city,
  country,
  email: emails.join(";"),
  phone: phones.join(";"),
  contacts: [],
  apply_elsewhere: null,
  contact_form: null,
  careers_page: null,
  source: ADDED_BY_USER,
  sources: null,
  lat: null,
  lon: null,
  distance_km: null,
  size: null,
  sector: null,
  chain: null,
  duplicate: false,
  known: false,
  seen: false,
  finished: false,
  unread: false,
  added: false,
});

/** @returns the names of those left without any contact by objections, for the user to see; empty for none */
export function addListed(frontier: Frontier, { entries, known }: Listed, now: Date): string {
  frontier.addCompanies("", "", entries, [], known, LIMITS.companiesPerSearch, now.toISOString());
  return entries
    .filter(({ website, emails, phones }) => website === null && emails.length + phones.length === 0)
    .map(({ name }) => name)
    .join(", ");
}
