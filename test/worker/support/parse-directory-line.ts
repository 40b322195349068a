import { createHash } from "node:crypto";
import { z } from "zod";
import { toGridCell, toCityKey, foldName } from "../../../worker/directory/place-keys.ts";

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

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const regionName = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
/** Country codes. Aliases such as UK for GB are rejected: no search would use them. */
const COUNTRY_CODES = new Set(
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
    (code) => regionName.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code,
  ),
);

export const isCountryCode = (code: string): boolean => COUNTRY_CODES.has(code);

const isPresent = (value: unknown): boolean => value !== null && value !== undefined;

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
  })
  .refine(({ lat, lon }) => isPresent(lat) === isPresent(lon), "lat and lon go together")
  .refine(({ city, lat }) => isPresent(city) || isPresent(lat), "neither city nor lat and lon: nobody could find it");

/** A company in the form of the table, once for each of its categories. */
export interface DirectoryEntry {
  /** Name of its directory, with the licence. */
  source: string;
  /** Its own id in that directory, or a hash of name, place and site. */
  id: string;
  name: string;
  nameKey: string;
  website: string | null;
  emails: string[];
  phones: string[];
  city: string;
  cityKey: string;
  country: string;
  lat: number | null;
  lon: number | null;
  cell: number | null;
  /** Identifiers of our catalogue, or tags as `key=value`. */
  categories: string[];
  /** The company's page in the directory, or empty. */
  page: string;
  /** Hash of all of the above; shows whether the entry has changed. */
  hash: string;
}

/** Result of parsing a line. An entry without site, address and number is skipped: it cannot be contacted. */
export type LineResult = { is: "entry"; entry: DirectoryEntry } | { is: "left_out" } | { is: "bad"; reason: string };

interface ParseOptions {
  /** For lines without a source. */
  source: string | undefined;
  isCategory: (gcid: string) => boolean;
}

/** Parses one line of an import. Never throws. */
export function parseLine(line: string, { source: usual, isCategory }: ParseOptions): LineResult {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return { is: "bad", reason: "not JSON" };
  }
  const parsed = DirectoryLine.safeParse(json);
  if (!parsed.success)
    return {
      is: "bad",
      reason: parsed.error.issues
        .map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message))
        .join("; "),
    };
  const { data } = parsed;
  const source = data.source ?? usual;
  if (source === undefined) return { is: "bad", reason: "source: it is neither in the line nor given with --source" };
  const categories = [...new Set(data.categories ?? [])];
  const unknown = categories.find((category) => !/^[a-z0-9_:]+=[^;=]+$/iu.test(category) && !isCategory(category));
  if (unknown !== undefined)
    return {
      is: "bad",
      reason: `categories: ${JSON.stringify(unknown)} is neither one of the catalogue nor key=value`,
    };
  const emails = [...new Set(data.emails ?? [])];
  const isReachable = isPresent(data.website) || emails.length > 0 || (data.phones ?? []).length > 0;
  return !isReachable ? { is: "left_out" } : { is: "entry", entry: toEntry({ ...data, source, categories, emails }) };
}

function toEntry(
  data: z.infer<typeof DirectoryLine> & { source: string; categories: string[]; emails: string[] },
): DirectoryEntry {
  const { source, name, country, categories, emails } = data;
  const [city, website, lat, lon] = [data.city ?? "", data.website ?? null, data.lat ?? null, data.lon ?? null];
  const rest = {
    source,
    id: data.id ?? `#${hashValue([foldName(name), country, toCityKey(city), website])}`,
    name,
    nameKey: foldName(name),
    website,
    emails,
    phones: data.phones ?? [],
    city,
    cityKey: toCityKey(city),
    country,
    lat,
    lon,
    cell: lat === null || lon === null ? null : toGridCell(lat, lon),
    categories,
    page: data.source_url ?? "",
  };
  return { ...rest, hash: hashValue(rest) };
}

const hashValue = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22);
