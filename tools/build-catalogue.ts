/**
 * Builds catalogue.gen.ts and job-titles.gen.ts: `npm run categories:build` (with `--check`: fails when one is out of
 * date). Sources: employer-like presets of @openstreetmap/id-tagging-schema (ISC), sectors.tsv and own-sectors.tsv (our
 * own sectors), plain-names.tsv (plain names), words-*.tsv (plain words and jobs), job-*.tsv (jobs and interests with
 * their employers, sectors, spellings). Runs in plain Node.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { foldText } from "../worker/lib/fold-text.ts";

interface Preset {
  tags: Record<string, string>;
  searchable?: boolean;
  replacement?: string;
  locationSet?: { include?: unknown[] };
}
interface PresetText {
  name?: string;
  terms?: string[];
  aliases?: string[];
}
interface CategoryEntry {
  gcid: string;
  fr: string;
  en: string;
  de: string;
  termsFr: string[];
  termsEn: string[];
  termsDe: string[];
  filters: string[];
}

const readSchemaFile = (file: string): unknown =>
  JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve(`@openstreetmap/id-tagging-schema/dist/${file}`), "utf8"),
  );
const presets = readSchemaFile("presets.json") as Record<string, Preset>;
const readPresetTexts = (language: string): Record<string, PresetText> =>
  (
    readSchemaFile(`translations/${language}.json`) as Record<
      string,
      { presets: { presets: Record<string, PresetText> } }
    >
  )[language]?.presets.presets ?? {};
const [fr, en, gb, de] = [
  readPresetTexts("fr"),
  readPresetTexts("en"),
  readPresetTexts("en-GB"),
  readPresetTexts("de"),
];

const wantedKeys = ["amenity", "shop", "office", "craft", "healthcare", "tourism", "leisure", "education", "club"];
const extraPresets = new Set(
  `aeroway/aerodrome aeroway/spaceport telecom/data_center man_made/works man_made/works/brewery
  man_made/wastewater_plant man_made/water_works man_made/observatory emergency/ambulance_station
  emergency/disaster_response emergency/mountain_rescue emergency/lifeboat_station landuse/aquaculture
  landuse/aquaculture/fish landuse/industrial/scrap_yard landuse/industrial/slaughterhouse
  landuse/industrial/depot landuse/greenhouse_horticulture landuse/plant_nursery landuse/quarry landuse/landfill
  landuse/vineyard landuse/orchard landuse/winter_sports golf/driving_range power/plant power/plant/source/hydro
  power/plant/source/nuclear power/plant/source/gas power/plant/source/solar power/plant/source/wind
  power/plant/source/waste historic/castle attraction/bungee_jumping military/office`.split(/\s+/),
);
/** Street furniture, land, vending machines, adult venues: places that do not employ, or have no mailbox. */
const unwantedPresets = new RegExp(
  `^(amenity/(atm|baking_oven|bbq|bench|bicycle_(parking|repair|wash)|binoculars|boat_storage|car_pooling|
  charging_station|clock|community_centre/(chitalishte|club_home|lgbtq)|compressed_air|device_charging|
  dog_toilet|dressing_room|drinking_water|fountain|give_box|grave_yard|grit_bin|hookah|hunting_stand|kitchen|
  kneipp|lavoir|letter_box|library_dropoff|loading_dock|lounger|love_hotel|luggage_locker|motorcycle_parking|
  parcel_locker|parking|payment_terminal|photo_booth|place_of_worship|polling_station|post_box|
  public_bookcase|ranger|recycling_container|recycling/container|sanitary_dump|shelter|shower|smoking_area|
  stripclub|swingerclub|taxi/|telephone|theatre/type|ticket_validator|toilets|townhall/|traffic_park|
  trolley_bay|vacuum_cleaner|vending|refugee_site|waste_basket|waste_disposal|waste/|water_point|
  watering_place|weighbridge|bar/lgbtq|pub/lgbtq|nightclub/lgbtq|clinic/abortion)|shop/(erotic|vacant|yes|
  fashion|hobby|boutique|outpost)|office/(yes|diplomatic/|government/prosecutor)|healthcare/yes|education/yes|
  leisure/(bandstand|bathing_place|bird_hide|bleachers|common|dog_park|firepit|fishing|fitness_station|garden|
  hot_tub|marina_no|outdoor_seating|park$|picnic|pitch|playground$|schoolyard|slipway|stadium$|swimming_area|
  swimming_pool|track|disc_golf|nature_reserve)|tourism/(artwork|attraction|camp_pitch|camp_site/|
  information/(?!office|visitor)|information$|picnic|viewpoint|wilderness))`.replace(/\s+/g, ""),
);
const supportedCountries = new Set(["fr", "gb", "de", "001", "eu", "150"]);

/** Removes soft hyphens and remarks for map makers such as "(terrain)". */
const cleanName = (text: string | undefined): string =>
  (text ?? "")
    .replaceAll("\u00AD", "")
    .replace(/\s*\((terrain|grounds)\)/i, "")
    .replace(/ Grounds$/, "")
    .trim();
/** Our tables and the schema write names with a typewriter's apostrophe. */
const toPrintedName = (name: string): string => name.replaceAll("'", "\u2019");
/** The schema writes Names Like This, our own names are in sentence case. */
const properNouns = new Set(
  `American Asian Chinese French Georgian German Greek Indian Italian Japanese Korean Mexican Spanish Thai Turkish
  Ukrainian Vietnamese Internet`.split(/\s+/),
);
const toSentenceCase = (name: string): string =>
  name
    .replace(/(?<=[\s/(-])[A-Z][a-z]+/g, (word) => (properNouns.has(word) ? word : word.toLowerCase()))
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
const splitTerms = (text: string | undefined): string[] =>
  (text ?? "")
    .split(",")
    .map((term) => term.trim())
    .filter(Boolean);
const toFilter = (preset: Preset): string =>
  Object.entries(preset.tags)
    .map(([key, value]) => `${key}=${value}`)
    .join("+");

function readRows(file: string): string[][] {
  const lines = readFileSync(new URL(`../worker/catalogue/data/${file}`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line.trim() && !line.startsWith("#"));
  return lines.map((line) => line.split("\t").map((cell) => cell.trim()));
}

/** Drops terms equal to a name or an earlier term when folded. */
function dedupeTerms(terms: string[], names: string[]): string[] {
  const seen = new Set(["", ...names.map(foldText)]);
  return terms.filter((term) => !seen.has(foldText(term)) && Boolean(seen.add(foldText(term))));
}

const plainNames = new Map(
  readRows("plain-names.tsv").map(([gcid = "", nameFr, nameEn, nameDe]) => [gcid, { nameFr, nameEn, nameDe }]),
);
const jobWords = new Map(
  [...readRows("words-places.tsv"), ...readRows("words-trades.tsv")].map(([gcid = "", inFr, inEn, inDe, filters]) => [
    gcid,
    { fr: splitTerms(inFr), en: splitTerms(inEn), de: splitTerms(inDe), filters },
  ]),
);
const catalogue = new Map<string, CategoryEntry>();
/** Order of terms: those of our own sectors, job words, terms of the schema. */
function addEntry(entry: CategoryEntry, isOwnSector: boolean): void {
  const more = jobWords.get(entry.gcid) ?? { fr: [], en: [], de: [] };
  entry.termsFr = isOwnSector ? [...entry.termsFr, ...more.fr] : [...more.fr, ...entry.termsFr];
  entry.termsEn = isOwnSector ? [...entry.termsEn, ...more.en] : [...more.en, ...entry.termsEn];
  entry.termsDe = [...more.de, ...entry.termsDe];
  catalogue.set(entry.gcid, entry);
}

const gcidsByFilter = new Map<string, string>();
for (const file of ["sectors.tsv", "own-sectors.tsv"])
  for (const [gcid = "", nameEn = "", nameFr = "", nameDe = "", termsEn, termsFr, filters = ""] of readRows(file)) {
    const entry: CategoryEntry = {
      gcid,
      fr: nameFr,
      en: nameEn,
      de: nameDe,
      termsFr: splitTerms(termsFr),
      termsEn: splitTerms(termsEn),
      termsDe: [],
      filters: filters.split(";"),
    };
    addEntry(entry, true);
    // A sector with the tags of a single preset replaces it. merged-presets.tsv has the other pairs.
    if (entry.filters.length === 1 && entry.filters[0] && !gcidsByFilter.has(entry.filters[0]))
      gcidsByFilter.set(entry.filters[0], gcid);
  }
const mergedPresets: Record<string, string> = Object.fromEntries(
  readRows("merged-presets.tsv").map(([preset = "", gcid = ""]) => [preset, gcid]),
);

function isWantedPreset(id: string, preset: Preset): boolean {
  if (unwantedPresets.test(id) || Object.values(preset.tags).includes("*") || preset.replacement) return false;
  const places = preset.locationSet?.include;
  if (places && !places.some((place) => typeof place === "string" && supportedCountries.has(place.toLowerCase())))
    return false;
  return extraPresets.has(id) || (id.includes("/") && wantedKeys.includes(id.split("/")[0] ?? ""));
}

const wantedPresets = Object.entries(presets).filter(([id, preset]) => isWantedPreset(id, preset));
const termCounts = new Map<string, number>();
for (const [id] of wantedPresets)
  for (const term of new Set(
    [...(fr[id]?.terms ?? []), ...(en[id]?.terms ?? []), ...(de[id]?.terms ?? [])].map(foldText),
  ))
    termCounts.set(term, (termCounts.get(term) ?? 0) + 1);
/** A term of many presets ("breakfast", "dine", "animal") describes none of them. */
const isSpecificTerm = (term: string): boolean => (termCounts.get(foldText(term)) ?? 0) <= 7;

function mergeEntry(gcid: string, add: CategoryEntry): void {
  const there = catalogue.get(gcid);
  if (!there) return addEntry(add, false);
  there.termsDe.push(add.de, ...add.termsDe);
  there.termsFr.push(add.fr, ...add.termsFr);
  there.termsEn.push(add.en, ...add.termsEn);
  there.filters = [...new Set([...there.filters, ...add.filters])];
}

// Searchable presets first, so that the others (old spellings) are merged into them.
const byLeaf = new Map<string, string>();
for (const [id, preset] of [...wantedPresets].sort(
  (a, b) => Number(a[1].searchable === false) - Number(b[1].searchable === false),
)) {
  const filter = toFilter(preset);
  const leaf = id.split("/").slice(1).join("/");
  const old = preset.searchable === false;
  const own = id.replace(/[^a-z0-9]+/g, "_");
  const gcid = mergedPresets[own] ?? gcidsByFilter.get(filter) ?? (old ? byLeaf.get(leaf) : undefined) ?? own;
  if (!byLeaf.has(leaf)) byLeaf.set(leaf, gcid);
  const name = {
    fr: toSentenceCase(cleanName(fr[id]?.name)),
    en: toSentenceCase(cleanName(gb[id]?.name ?? en[id]?.name)),
    de: cleanName(de[id]?.name),
  };
  const termsEn = [en[id]?.name ?? "", ...(gb[id]?.terms ?? []), ...(en[id]?.terms ?? [])].filter(Boolean);
  const termsDe = [...(de[id]?.aliases ?? []), ...(de[id]?.terms ?? [])];
  mergeEntry(gcid, {
    gcid,
    ...name,
    termsFr: (fr[id]?.terms ?? []).filter(isSpecificTerm),
    termsEn: termsEn.filter(isSpecificTerm),
    termsDe: termsDe.filter(isSpecificTerm),
    filters: [filter],
  });
}

/** Fails for a row of a table whose category no longer exists. */
function getEntry(gcid: string, file: string): CategoryEntry {
  const entry = catalogue.get(gcid);
  if (!entry) throw new Error(`${file} has a row for ${gcid}, which is not a category`);
  return entry;
}
for (const [gcid, { nameFr, nameEn, nameDe }] of plainNames) {
  const entry = getEntry(gcid, "plain-names.tsv");
  // The schema's name stays searchable.
  entry.termsFr.push(nameFr ? entry.fr : "");
  entry.termsEn.push(nameEn ? entry.en : "");
  entry.termsDe.push(nameDe ? entry.de : "");
  entry.fr = nameFr || entry.fr;
  entry.en = nameEn || entry.en;
  entry.de = nameDe || entry.de;
}
for (const [gcid, { filters }] of jobWords) {
  const entry = getEntry(gcid, "words-*.tsv");
  if (filters) entry.filters = [...new Set([...entry.filters, ...filters.split(";")])];
}

const rows = [...catalogue.values()]
  .sort((a, b) => (a.gcid < b.gcid ? -1 : 1))
  .map((entry) => {
    const termsFr = dedupeTerms(entry.termsFr, [entry.fr]).slice(0, 28);
    const termsEn = dedupeTerms(entry.termsEn, [entry.en, ...termsFr]).slice(0, 28);
    const termsDe = dedupeTerms(entry.termsDe, [entry.de]).slice(0, 20);
    if (!entry.fr || !entry.en || !entry.de)
      throw new Error(`${entry.gcid} has no name in all three languages: give one in plain-names.tsv`);
    return JSON.stringify([
      entry.gcid,
      ...[entry.fr, entry.en, entry.de].map(toPrintedName),
      termsFr.join(","),
      termsEn.join(","),
      termsDe.join(","),
      entry.filters.join(";"),
    ]);
  });
const output = `// Generated by tools/build-catalogue.ts (npm run categories:build). Do not edit.
// Names and terms of the presets: @openstreetmap/id-tagging-schema, ISC licence, copyright iD Contributors.
// gcid, name fr, name en, name de, terms fr, en and de (by commas), filters ("+" is and, ";" is or)
export type CatalogueRow = [
  gcid: string, fr: string, en: string, de: string, termsFr: string, termsEn: string, termsDe: string, filters: string
];
export const catalogueRows: CatalogueRow[] = [
${rows.join(",\n")},
];
`;
const jobSectors = readRows("job-sectors.tsv").map(([id = "", inFr = "", inEn = "", inDe = "", employers = ""]) => ({
  id,
  fr: toPrintedName(inFr),
  en: toPrintedName(inEn),
  de: toPrintedName(inDe),
  gcids: splitTerms(employers).map((gcid) => getEntry(gcid, "job-sectors.tsv").gcid),
}));

/** Fails for an unknown employer or sector, and for a title of two jobs in one language. */
function joinJobRows(file: string): string {
  const seen = new Set<string>();
  const checkTitle = (language: string, title: string): void => {
    if (title !== foldText(title)) throw new Error(`${file}: "${title}" is not folded`);
    if (seen.has(`${language} ${title}`)) throw new Error(`${file} has "${title}" twice`);
    seen.add(`${language} ${title}`);
  };
  const lines = readRows(file).map(([titlesFr = "", titlesEn = "", titlesDe = "", employers = "", sectorIds = ""]) => {
    for (const title of splitTerms(titlesFr)) checkTitle("fr", title);
    for (const title of splitTerms(titlesEn)) checkTitle("en", title);
    for (const title of splitTerms(titlesDe)) checkTitle("de", title);
    for (const gcid of splitTerms(employers)) getEntry(gcid, file);
    const unknown = splitTerms(sectorIds).find((id) => jobSectors.every((sector) => sector.id !== id));
    if (unknown !== undefined) throw new Error(`${file} names the sector ${unknown}`);
    return [titlesFr, titlesEn, titlesDe, employers, sectorIds].join("\t").trimEnd();
  });
  return lines.join("\n");
}
const spellingRows = readRows("job-spellings.tsv").map(([short, word]) => [short, word]);
const jobsOutput = `// Generated by tools/build-catalogue.ts (npm run categories:build). Do not edit.
// Titles fr, en and de (by commas), gcids of employers, ids of sectors; a string parses faster than arrays.
export const jobTitleLines = \`${joinJobRows("job-titles.tsv")}\`;
export const interestLines = \`${joinJobRows("job-interests.tsv")}\`;
export const jobSpellings: Record<string, string> = ${JSON.stringify(Object.fromEntries(spellingRows))};
export const jobSectorRows = [
${jobSectors.map((sector) => JSON.stringify(sector)).join(",\n")},
];
`;

for (const [file, text] of [
  ["catalogue.gen.ts", output],
  ["job-titles.gen.ts", jobsOutput],
] as const) {
  const target = new URL(`../worker/catalogue/${file}`, import.meta.url);
  if (!process.argv.includes("--check")) writeFileSync(target, text);
  else if (readFileSync(target, "utf8") !== text) throw new Error(`${file} is out of date: npm run categories:build`);
}
