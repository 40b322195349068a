import { z } from "zod";
import { chooseMessageLanguage } from "../companies/rules-recipient";
import type { NewCompany } from "../companies/store-import";
import { ExternalApplication, Contact } from "../contract/companies";
import type { Language } from "../contract/field-schemas";
import type { FoundCompany } from "../contract/search";
import type { FoundCompanyRow } from "../platform/search-rpc";
import { DUPLICATE } from "./frontier";

const StoredContacts = z.array(Contact);

/** A found row as the wire has it. */
export function toFoundCompany(row: FoundCompanyRow): FoundCompany {
  return {
    id: row.id,
    name: row.name,
    website: row.website,
    redirected_from: row.redirected_from === "" ? null : row.redirected_from,
    business_type: row.business_type,
    city: row.city,
    country: row.country,
    email: row.email,
    phone: row.phone,
    contacts: StoredContacts.parse(JSON.parse(row.contacts)),
    apply_elsewhere: row.apply_elsewhere === null ? null : ExternalApplication.parse(JSON.parse(row.apply_elsewhere)),
    duplicate: row.duplicate !== DUPLICATE.none,
    known: row.duplicate === DUPLICATE.known,
    finished: row.site !== "waiting" && row.site !== "out",
    source: row.source,
  };
}

/** A found row as the dashboard takes it in. */
export function toNewCompany(row: FoundCompanyRow, language: Language): NewCompany {
  const { id, name, website, city, country, email, phone, about, source } = row;
  const { contacts, apply_elsewhere, redirected_from } = toFoundCompany(row);
  const identity = row.moved_identity === "" ? row.identity : row.moved_identity;
  return {
    id,
    identity,
    redirectedFrom: redirected_from,
    name,
    website,
    businessType: row.business_type,
    city,
    country,
    email,
    phone,
    contacts,
    about,
    applyElsewhere: apply_elsewhere,
    language: chooseMessageLanguage(country, language),
    source,
  };
}
