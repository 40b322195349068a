import { cities, type City, type Language } from "../osm/cities";
import { restoreName, toSlug } from "./company-names";
import { hashText } from "./hash";

/** A firm's website, derived from its host name; nothing is stored. */
export interface Site {
  /** Registrable: "boulangerie-duval-lyon-0k3fa.example". */
  domain: string;
  name: string;
  city: City;
  language: Language;
  seed: number;
  /** Index in the table of shapes. */
  shape: number;
  street: string;
  phone: { shown: string; e164: string };
  /** An address on the site's own domain. */
  at(mailbox: string): string;
}

const streets: Record<Language, string[]> = {
  fr: ["rue de la République", "avenue Jean-Jaurès", "rue Victor-Hugo", "quai des Tanneurs", "place du Marché"],
  en: ["High Street", "Station Road", "Mill Lane", "Queen's Parade", "Market Place"],
  de: ["Hauptstraße", "Bahnhofstraße", "Gartenweg", "Lindenallee", "Am Markt"],
};

function makePhone(city: City, seed: number): Site["phone"] {
  const { code, prefix, digits } = city.dialling;
  const national = prefix + String(seed % 10 ** digits).padStart(digits, "0");
  const e164 = `+${code}${national}`;
  if (code === "33") return { e164, shown: `0${national}`.replace(/(..)(?=.)/g, "$1 ") };
  const area = /^(20|30|40|69|89)/.test(national) ? 2 : 3;
  const spaced = `${national.slice(0, area)} ${national.slice(area)}`;
  return { e164, shown: code === "44" || code === "49" ? `0${spaced}` : `+${code} ${spaced}` };
}

/**
 * The domain of a firm.
 * @param shape index in the table of shapes, below 1296
 */
export function toDomain(name: string, city: City, shape: number, seed: number): string {
  const code = shape.toString(36).padStart(2, "0") + (seed % 36 ** 3).toString(36).padStart(3, "0");
  const slug = toSlug(name).slice(0, 36).replace(/-$/, "");
  return `${slug || "x"}-${city.slug}-${code}.${seed % 5 === 0 ? "test" : "example"}`;
}

/** The same domain with another shape behind it. */
export const replaceShape = (domain: string, shape: number): string =>
  domain.replace(/-..(?=...\.(?:example|test)$)/, `-${shape.toString(36).padStart(2, "0")}`);

/** The site of a host, with or without "www."; undefined for an unknown host. */
export function parseSite(host: string): Site | undefined {
  const domain = host.split(".").slice(-2).join(".");
  const match = /^([a-z0-9-]+)-([a-z0-9]+)-([0-9a-z]{2})([0-9a-z]{3})\.(?:example|test)$/.exec(domain);
  const city = cities.find((each) => each.slug === match?.[2]);
  if (!match?.[1] || match[3] === undefined || !city) return undefined;
  const seed = hashText(domain);
  const street = streets[city.language][seed % 5] ?? "";
  const number = String((seed % 89) + 1);
  return {
    domain,
    name: restoreName(match[1]),
    city,
    language: city.language,
    seed,
    shape: Number.parseInt(match[3], 36),
    street: city.language === "de" ? `${street} ${number}` : `${number} ${street}`,
    phone: makePhone(city, seed),
    at: (mailbox) => `${mailbox}@${domain}`,
  };
}
