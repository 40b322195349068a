import type { Language } from "../osm/cities";

const surnames: Record<Language, string[]> = {
  fr: [
    "Duval",
    "Lefèvre",
    "Moreau",
    "Roussel",
    "Garnier",
    "Chevalier",
    "Perrin",
    "Blanchard",
    "Gauthier",
    "Masson",
    "Renaud",
    "Fontaine",
    "Barbier",
    "Lemoine",
    "Besson",
    "Colin",
  ],
  en: [
    "Whitfield",
    "Harper",
    "Ashdown",
    "Barlow",
    "Pemberton",
    "Thornton",
    "Langley",
    "Hartwell",
    "Fairbank",
    "Kingsley",
    "Merrick",
    "Sutcliffe",
    "Hollis",
    "Radford",
    "Bentham",
    "Crosby",
  ],
  de: [
    "Hoffmann",
    "Krüger",
    "Lindner",
    "Vogel",
    "Schäfer",
    "Brandt",
    "Seidel",
    "Winkler",
    "Kessler",
    "Böhm",
    "Reuter",
    "Harms",
    "Ziegler",
    "Albrecht",
    "Fuchs",
    "Möller",
  ],
};

// One word a trade for the values met most; any other value of a tag is said in its own words.
const trades: Record<string, [fr: string, en: string, de: string]> = {
  it: ["Informatique", "Computing", "Informatik"],
  software: ["Logiciels", "Software", "Software"],
  bakery: ["Boulangerie", "Bakery", "Bäckerei"],
  restaurant: ["Restaurant", "Restaurant", "Gasthaus"],
  cafe: ["Café", "Coffee House", "Café"],
  hotel: ["Hôtel", "Hotel", "Hotel"],
  lawyer: ["Avocats", "Solicitors", "Rechtsanwälte"],
  accountant: ["Comptabilité", "Accountants", "Steuerkanzlei"],
  tax_advisor: ["Conseil fiscal", "Tax Advisers", "Steuerberatung"],
  architect: ["Architectes", "Architects", "Architekten"],
  estate_agent: ["Immobilier", "Estates", "Immobilien"],
  insurance: ["Assurances", "Insurance", "Versicherungen"],
  engineer: ["Ingénierie", "Engineering", "Ingenieurbüro"],
  advertising_agency: ["Publicité", "Advertising", "Werbeagentur"],
  carpenter: ["Menuiserie", "Joinery", "Tischlerei"],
  electrician: ["Électricité", "Electrical", "Elektrotechnik"],
  plumber: ["Plomberie", "Plumbing", "Sanitärtechnik"],
  school: ["École", "School", "Schule"],
  hospital: ["Clinique", "Hospital", "Klinik"],
  doctors: ["Cabinet médical", "Medical Practice", "Arztpraxis"],
  dentist: ["Cabinet dentaire", "Dental Care", "Zahnarztpraxis"],
  pharmacy: ["Pharmacie", "Pharmacy", "Apotheke"],
  bank: ["Banque", "Bank", "Bank"],
  hairdresser: ["Coiffure", "Hairdressing", "Friseur"],
  car_repair: ["Garage", "Motors", "Autowerkstatt"],
  supermarket: ["Marché", "Market", "Markt"],
  employment_agency: ["Intérim", "Recruitment", "Personalservice"],
  company: ["Services", "Services", "Dienste"],
  clothes: ["Mode", "Fashion", "Mode"],
  books: ["Librairie", "Bookshop", "Buchhandlung"],
  florist: ["Fleurs", "Flowers", "Blumen"],
};

const column: Record<Language, 0 | 1 | 2> = { fr: 0, en: 1, de: 2 };

/** The trade's name in a language, from the last value of a filter: "car_repair" → "Garage". */
export function tradeOf(value: string, language: Language): string {
  const known = trades[value]?.[column[language]];
  if (known !== undefined) return known;
  const words = value.replace(/[_;-]+/g, " ").trim();
  return words.replace(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase()) || "Services";
}

export const surnamesOf = (language: Language): readonly string[] => surnames[language];

/** A DNS label's part: letters and digits joined by hyphens. */
export const slugOf = (text: string): string =>
  text
    .replace(/ß/g, "ss")
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

const accented = new Map(
  [...Object.values(surnames).flat(), ...Object.values(trades).flat()]
    .flatMap((text) => text.split(" "))
    .map((word) => [slugOf(word), word]),
);

/** A name back from its slug, with the accents of the words we know. */
export const nameOfSlug = (slug: string): string =>
  slug
    .split("-")
    .map((word) => accented.get(word) ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
