import { formatPhone } from "../contacts/phones/format-phone";
import type { Company, Contact } from "../contract/companies";
import { isGenerating } from "./rules-generating";
import { type CompanyRow, chooseRecipient } from "./rules-recipient";

export const toShownContacts = (contacts: Contact[]): Contact[] =>
  contacts.map((contact) => (contact.kind === "phone" ? { ...contact, text: formatPhone(contact.value) } : contact));

export const toRecordedApplication = ({ appliedAt: at, appliedWay: way }: CompanyRow): Company["applied"] =>
  at === null || way === null ? null : { way, at };

/** Row to wire. */
export function toCompany(row: CompanyRow, now: Date): Company {
  return {
    id: row.id,
    name: row.name,
    website: row.website,
    redirected_from: row.redirectedFrom,
    business_type: row.businessType,
    city: row.city,
    country: row.country,
    email: row.email,
    phone: row.phone,
    contacts: toShownContacts(row.contacts),
    apply_elsewhere: row.applyElsewhere,
    contact_form: row.contactForm,
    careers_page: row.careersPage,
    recipient: chooseRecipient(row),
    language: row.language,
    profile_id: row.profileId,
    subject: row.subject,
    message: row.message,
    message_version: row.messageVersion,
    message_author: row.message === "" ? null : (row.messageAuthor ?? "unknown"),
    message_read: row.message !== "" && row.messageReadVersion === row.messageVersion,
    message_warnings: row.messageWarnings ?? [],
    generating: isGenerating(row, now),
    favorited: row.favorited,
    email_sent: row.sendStatus === "sent",
    sent_at: row.sentAt,
    applied: toRecordedApplication(row),
    outcome: row.outcome,
    outcome_at: row.outcomeAt,
    next_date: row.nextAt === null ? null : { at: row.nextAt, text: row.nextText },
    send_status: row.sendStatus,
    state: row.archivedAt === null ? "dashboard" : "archived",
    archived_at: row.archivedAt,
    created_at: row.createdAt,
    source: row.source,
    sources: row.sources,
    lat: row.lat,
    lon: row.lon,
    distance_km: row.distanceKm,
    size: row.size,
    sector: row.sector,
    chain: row.chain,
  };
}
