import { z } from "zod";
import { languageFor } from "../companies/rules";
import type { NewCompany } from "../companies/store-found";
import { ApplyElsewhere, Contact } from "../contract/companies";
import type { Language } from "../contract/fields";
import type { FoundCompany } from "../contract/search";
import { DUPLICATE, type FoundRow } from "./frontier";

const Contacts = z.array(Contact);

/** A found row as the wire has it. */
export function toFound(row: FoundRow): FoundCompany {
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
    contacts: Contacts.parse(JSON.parse(row.contacts)),
    apply_elsewhere: row.apply_elsewhere === null ? null : ApplyElsewhere.parse(JSON.parse(row.apply_elsewhere)),
    duplicate: row.duplicate !== DUPLICATE.none,
    known: row.duplicate === DUPLICATE.known,
    finished: row.site !== "waiting" && row.site !== "out",
    source: row.source,
  };
}

/** A found row as the dashboard takes it in. */
export function toNewCompany(row: FoundRow, language: Language): NewCompany {
  const { id, name, website, city, country, email, phone, about, source } = row;
  const { contacts, apply_elsewhere, redirected_from } = toFound(row);
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
    language: languageFor(country, language),
    source,
  };
}
