import { rankEmails } from "../../contacts/emails/rank-emails";
import type { SiteReading } from "../../db/schema/json-types";
import type { SiteReport, LeasedSite } from "../../platform/search-rpc";
import { joinContacts } from "../../suppression/record-objection";

const MAX_REPORTED_EMAILS = 10;
const MAX_REPORTED_PHONES = 5;

/** Puts what was read of a site together with what the directory gave; the company's own page is the better proof of the two. */
export function toSiteReport(
  { number, site, url, own, given, moved }: Omit<LeasedSite, "country">,
  { read, host, contacts, about, applyElsewhere }: SiteReading,
): SiteReport {
  const known = new Set(contacts.map(({ kind, value }) => `${kind} ${value}`));
  const all = [...contacts, ...given.filter(({ kind, value }) => !known.has(`${kind} ${value}`))];
  const shown = [
    ...rankEmails(
      all.filter(({ kind }) => kind === "email"),
      host,
    ).slice(0, MAX_REPORTED_EMAILS),
    ...all.filter(({ kind }) => kind === "phone").slice(0, MAX_REPORTED_PHONES),
  ];
  const movedTo = moved && read ? { website: url, identity: own === undefined ? site : null } : null;
  return {
    number,
    read,
    movedTo,
    contacts: shown,
    email: joinContacts(shown, "email"),
    phone: joinContacts(shown, "phone"),
    about,
    applyElsewhere,
  };
}
