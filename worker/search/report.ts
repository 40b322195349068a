import { rankEmails } from "./contacts/rank";
import type { SiteReading, SiteReport, SiteToRead } from "./jobs";
import { joined } from "./rules";

const MOST_EMAILS = 10;
const MOST_PHONES = 5;

/** Puts what was read of a site together with what the directory gave; the company's own page is the better proof of the two. */
export function reportOf(
  { number, site, url, own, given, moved }: Omit<SiteToRead, "country">,
  { read, host, contacts, about, applyElsewhere }: SiteReading,
): SiteReport {
  const known = new Set(contacts.map(({ kind, value }) => `${kind} ${value}`));
  const all = [...contacts, ...given.filter(({ kind, value }) => !known.has(`${kind} ${value}`))];
  const kept = [
    ...rankEmails(
      all.filter(({ kind }) => kind === "email"),
      host,
    ).slice(0, MOST_EMAILS),
    ...all.filter(({ kind }) => kind === "phone").slice(0, MOST_PHONES),
  ];
  const movedTo = moved && read ? { website: url, identity: own === undefined ? site : null } : null;
  return {
    number,
    read,
    movedTo,
    contacts: kept,
    email: joined(kept, "email"),
    phone: joined(kept, "phone"),
    about,
    applyElsewhere,
  };
}
