import { createHash } from "node:crypto";
import { z } from "zod";
import { foldName, toCityKey } from "../../worker/directory/place-keys";
import { matchCategories } from "./match-categories";
import { isCountryCode, type RawEntry } from "./source-entry";

const textField = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((value) => value.isWellFormed() && !/[\u0000-\u001f\u007f]/u.test(value), "control characters");
const urlField = textField(2_000)
  .transform((value) => (/^[a-z][a-z0-9+.-]*:/iu.test(value) ? value : `https://${value}`))
  .pipe(z.url({ protocol: /^https?$/u }));

const isPresent = (value: unknown): boolean => value !== null && value !== undefined;

/** Sizes of companies as they are shown, with the least number of people. */
const SIZES = [
  ["250+", 250],
  ["50-249", 50],
  ["10-49", 10],
  ["1-9", 0],
] as const;

/** A line of the file, as docs/directories.md documents it. Null means the same as an absent column. */
const DirectoryLine = z
  .strictObject({
    name: textField(200),
    website: urlField.nullish(),
    emails: z
      .array(z.string().trim().toLowerCase().pipe(z.email().max(254)))
      .max(20)
      .nullish(),
    phones: z.array(textField(40)).max(20).nullish(),
    city: textField(100).nullish(),
    postcode: textField(12).nullish(),
    country: z
      .string()
      .regex(/^[A-Za-z]{2}$/u, "two letters (ISO 3166-1)")
      .toUpperCase()
      .refine(isCountryCode, "no country has this code (ISO 3166-1)"),
    lat: z.number().min(-90).max(90).nullish(),
    lon: z.number().min(-180).max(180).nullish(),
    categories: z.array(textField(100)).max(20).nullish(),
    source: textField(100).nullish(),
    source_url: urlField.nullish(),
    id: z.union([textField(200), z.number().transform(String)]).nullish(),
    brand: textField(100).nullish(),
    employees: z.int().min(0).max(10_000_000).nullish(),
    sector: textField(100).nullish(),
  })
  .refine(({ lat, lon }) => isPresent(lat) === isPresent(lon), "lat and lon go together")
  .refine(({ city, lat }) => isPresent(city) || isPresent(lat), "neither city nor lat and lon: nobody could find it");

/** "Open List (CC0)" is a source's name with its licence. */
export function parseSourceName(text: string): { id: string; name: string; licence: string } {
  const [, name = text, licence = ""] = /^(.*?)\s*\(([^()]*)\)$/u.exec(text.trim()) ?? [];
  return { id: foldName(text).replaceAll(" ", "-"), name, licence };
}

interface LineOptions {
  /** For lines without a source. */
  source: string | undefined;
  isCategory: (gcid: string) => boolean;
  /** Where a town is, for a line without a position. */
  findTown: (town: string, country: string) => { lat: number; lon: number } | undefined;
}

/** The entry of a line, or what is wrong with it. Never throws. */
export function parseNdjsonLine(
  line: string,
  { source: usual, isCategory, findTown }: LineOptions,
): { raw: RawEntry; source: string } | { reason: string } {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return { reason: "not JSON" };
  }
  const parsed = DirectoryLine.safeParse(json);
  if (!parsed.success)
    return {
      reason: parsed.error.issues
        .map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message))
        .join("; "),
    };
  const { data } = parsed;
  const source = data.source ?? usual;
  if (source === undefined) return { reason: "source: it is neither in the line nor given with --source" };
  const categories = [...new Set(data.categories ?? [])];
  const unknown = categories.find((category) => !/^[a-z0-9_:]+=[^;=]+$/iu.test(category) && !isCategory(category));
  if (unknown !== undefined)
    return { reason: `categories: ${JSON.stringify(unknown)} is neither one of the catalogue nor key=value` };
  const { name, city, country, website } = data;
  const { id: sourceId } = parseSourceName(source);
  const town = isPresent(data.lat) || !city ? undefined : findTown(city, country);
  const { employees } = data;
  return {
    source,
    raw: {
      id: `${sourceId}:${data.id ?? hashLine([foldName(name), country, toCityKey(city ?? ""), website ?? null])}`,
      source: sourceId,
      names: [name],
      lat: data.lat ?? town?.lat,
      lon: data.lon ?? town?.lon,
      kinds: [...categories.filter(isCategory), ...matchCategories(toTags(categories))],
      websites: website ? [website] : [],
      emails: data.emails ?? [],
      phones: data.phones ?? [],
      town: city,
      postcode: data.postcode,
      country,
      page: data.source_url ?? undefined,
      brand: data.brand,
      sector: data.sector,
      size: typeof employees === "number" ? SIZES.find(([, least]) => employees >= least)?.[0] : undefined,
      isFoundByName: true,
    },
  };
}

/** Several values of one key are one tag, as in OpenStreetMap. */
function toTags(categories: string[]): Record<string, string> {
  const tags: Record<string, string> = {};
  for (const category of categories) {
    const cut = category.indexOf("=");
    const [key, value] = [category.slice(0, cut), category.slice(cut + 1)];
    if (cut > 0) tags[key] = tags[key] === undefined ? value : `${tags[key]};${value}`;
  }
  return tags;
}

const hashLine = (value: unknown): string =>
  `#${createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22)}`;
