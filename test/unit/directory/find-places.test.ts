import { beforeAll, describe, expect, it } from "vitest";
import { buildPlaceShards } from "../../../tools/directory-build/build-places";
import type { Language } from "../../../worker/contract/field-schemas";
import { SUGGESTED_CITIES } from "../../../worker/contract/suggested-cities";
import { listPlaceKeys } from "../../../worker/directory/place-keys";
import { findPlace, findPlaceById } from "../../../worker/directory/places/find-place";
import { isOneEditAway } from "../../../worker/directory/places/match-name";
import type { PlaceTable } from "../../../worker/directory/places/place-table";
import { rankPlaces } from "../../../worker/directory/places/rank-places";
import { suggestPlaces } from "../../../worker/directory/places/suggest-places";
import type { Place } from "../../../worker/directory/release/release-format";
import { findSuggestedCityAt } from "../../../worker/directory/suggested-cities";
import { generatePlaces, listSpellings, listTestPlaces } from "../../data/places";

/** Share of the labelled spellings whose place must come first. */
const MIN_RIGHT = 0.97;
/** So many that the shards of common beginnings are split. */
const INVENTED_PLACES = 20_000;

function createTable(places: Place[]): PlaceTable & { reads: string[] } {
  const shards = new Map(
    buildPlaceShards(places.map((place) => ({ place, otherNames: [] }))).map((shard) => [shard.shard, shard]),
  );
  const reads: string[] = [];
  return {
    reads,
    shards: [...shards.keys()],
    readShard: async (name) => {
      reads.push(name);
      return shards.get(name) ?? null;
    },
  };
}

let table: ReturnType<typeof createTable>;
beforeAll(() => {
  table = createTable([...listTestPlaces(), ...generatePlaces(INVENTED_PLACES, 1)]);
});

/** Local name and region of what is suggested. */
async function suggest(text: string, language: Language = "en"): Promise<string[]> {
  const ranked = await rankPlaces(table, text, { language, isWhole: false });
  return ranked.map(({ place }) => `${place.names.local}, ${place.region}`);
}
async function find(text: string, language?: Language): Promise<string[] | null> {
  const found = await findPlace(table, text, language);
  return found && ("place" in found ? [found.place] : found.homonyms).map(({ id }) => id.split(":", 2).join(" "));
}

describe("a typed name", () => {
  it(`leads to the right place first for at least ${MIN_RIGHT} of the labelled spellings`, async () => {
    const spellings = listSpellings();
    expect(spellings.length).toBeGreaterThanOrEqual(200);
    const wrong: string[] = [];
    for (const { typed, language, expected } of spellings) {
      const [first] = await rankPlaces(table, typed, { language, isWhole: false });
      if (first?.place.id !== expected) wrong.push(`${typed} (${language}): ${first?.place.id}, not ${expected}`);
    }
    expect(1 - wrong.length / spellings.length, wrong.join("\n")).toBeGreaterThanOrEqual(MIN_RIGHT);
  });

  it.each([
    ["p", "Paris, Paris"],
    ["mun", "München, Bayern"],
    ["frankfurt o", "Frankfurt (Oder), Brandenburg"],
    ["aix en prov", "Aix-en-Provence, Bouches-du-Rhône"],
    ["paris (te", "Paris, Texas"],
    ["newcastle, u", "Newcastle upon Tyne, Tyne and Wear"],
    ["st e", "Saint-Étienne, Loire"],
    ["75", "Paris, Paris"],
    ["strassb", "Strasbourg, Bas-Rhin"],
  ])("is suggested from its beginning: %s", async (typed, first) => {
    expect((await suggest(typed, "fr"))[0]).toBe(first);
  });

  it("with a letter wrong, missing, too many or exchanged is still found, with two it is not", async () => {
    for (const typed of ["Strosbourg", "Strasbour", "Strassbourg", "Starsbourg", "Tsrasbourg"])
      expect(await suggest(typed), typed).toContain("Strasbourg, Bas-Rhin");
    expect(await suggest("Strosboorg")).not.toContain("Strasbourg, Bas-Rhin");
  });

  it("finds nothing in signs, in foreign scripts that no name has, and in what nobody calls a place", async () => {
    for (const typed of ["??", "()", ", ,", "東京", "qqqqzzzz", "0"]) expect(await suggest(typed), typed).toEqual([]);
  });

  it("reads few shards", async () => {
    for (const { typed, language } of listSpellings()) {
      table.reads.length = 0;
      await rankPlaces(table, typed, { language, isWhole: false });
      expect(table.reads.length, typed).toBeLessThanOrEqual(16);
    }
  });
});

describe("a suggestion", () => {
  it("has the name in the language of the user, and tells which of the offered cities it is", async () => {
    const [french] = await suggestPlaces(table, "Monaco di Baviera", "fr");
    expect(french).toEqual({
      id: "DE:munchen:48.14:11.57",
      name: "Munich",
      region: "Bayern",
      country: "DE",
      population: 1_512_000,
      city: "Munich (Germany)",
    });
    const [munich] = await suggestPlaces(table, "munich", "de");
    expect(munich).toMatchObject({ name: "München", city: "Munich (Germany)" });
    const [strasbourg] = await suggestPlaces(table, "Strasbourg", "de");
    expect(strasbourg).toMatchObject({ name: "Straßburg", country: "FR" });
    const [german] = await suggestPlaces(table, "Dresde", "en");
    expect(german).toMatchObject({ name: "Dresden", city: null });
    const [american] = await suggestPlaces(table, "Paris, Texas", "en");
    expect(american).toMatchObject({ name: "Paris", region: "Texas", city: null });
  });

  it("comes with at most seven others", async () => {
    expect(await suggestPlaces(table, "s", "fr")).toHaveLength(8);
  });

  it("is one of the offered cities without a published directory", async () => {
    expect(await suggestPlaces(null, "lond", "fr")).toEqual([
      { id: null, name: "Londres", region: null, country: "GB", population: 0, city: "London (United Kingdom)" },
    ]);
    expect((await suggestPlaces(null, "München", "en")).map(({ city }) => city)).toEqual(["Munich (Germany)"]);
    expect(await suggestPlaces(null, "M", "en")).toHaveLength(3);
    expect(await suggestPlaces(null, "Toulouse", "fr")).toEqual([]);
    expect(await suggestPlaces(null, "?", "fr")).toEqual([]);
  });
});

describe("a whole text", () => {
  it.each<[text: string, language: Language | undefined, found: string]>([
    ["Paris", "fr", "FR paris"],
    ["Paris (France)", undefined, "FR paris"],
    ["Paris, Texas", undefined, "US paris"],
    ["75011", "fr", "FR paris"],
    ["69003 Lyon 3e arrondissement", "fr", "FR lyon"],
    ["D-80331 München", "en", "DE munchen"],
    ["Frankfurt Oder", "en", "DE frankfurt oder"],
    ["Frankfurt", undefined, "DE frankfurt am main"],
    ["Newcastle, UK", undefined, "GB newcastle upon tyne"],
    ["Newcastle", "en", "GB newcastle upon tyne"],
    ["Saint-Denis (Réunion)", "fr", "FR saint denis"],
    ["SW1A London", "en", "GB london"],
    ["Toulose", "fr", "FR toulouse"],
  ])("names one place: %s", async (text, language, found) => {
    expect(await find(text, language)).toEqual([found]);
  });

  it.each(SUGGESTED_CITIES)("names one place where the wizard offers it: %s", async (city) => {
    const found = await findPlace(table, city);
    expect(found).toHaveProperty("place");
    expect(found && "place" in found && findSuggestedCityAt(found.place)).toBe(city);
  });

  it("names several where none is much larger, those of the country that it says", async () => {
    expect(await find("Saint-Denis", "fr")).toEqual(["FR saint denis", "FR saint denis"]);
    expect(await find("Birmingham", "en")).toEqual(["GB birmingham", "US birmingham"]);
    expect(await find("Springfield, USA", "en")).toHaveLength(3);
    expect(await find("Valence", "fr")).toEqual(["ES valencia", "FR valence"]);
  });

  it("is asked about when its region is unknown, and names none in a country where no such place is", async () => {
    expect(await find("Paris (Narnia)", "fr")).toContain("FR paris");
    expect(await findPlace(table, "Paris (Narnia)", "fr")).toHaveProperty("homonyms");
    expect(await findPlace(table, "Lyon (Germany)", "fr")).toBeNull();
    expect(await findPlace(table, "Qqqzzz", "fr")).toBeNull();
  });
});

describe("the id of a place", () => {
  it("finds it, also when a later release has moved its centre", async () => {
    expect(await findPlaceById(table, "FR:lyon:45.76:4.83")).toMatchObject({ names: { local: "Lyon" } });
    expect(await findPlaceById(table, "FR:lyon:45.72:4.88")).toMatchObject({ id: "FR:lyon:45.76:4.83" });
    expect(await findPlaceById(table, "FR:saint denis:48.94:2.36")).toMatchObject({ region: "Seine-Saint-Denis" });
  });

  it("finds none elsewhere, in another country, or when it is no id", async () => {
    for (const id of ["FR:lyon:44.76:4.83", "DE:lyon:45.76:4.83", "FR:nowhere:45.76:4.83", "", "lyon", "FR:lyon"])
      expect(await findPlaceById(table, id), id).toBeNull();
  });
});

describe("keys of a name", () => {
  it.each([
    ["L'Haÿ-les-Roses", ["l hay les roses", "hay les roses", "lhay les roses"]],
    ["Biel/Bienne", ["biel bienne", "biel", "bienne"]],
    ["Halle (Saale)", ["halle saale", "halle"]],
    ["St. Gallen", ["saint gallen"]],
    ["Łódź", ["lodz"]],
    ["Paris", ["paris"]],
  ])("%s", (name, keys) => {
    expect(listPlaceKeys(name).toSorted()).toEqual(keys.toSorted());
  });
});

it("one edit is a letter changed, added, dropped, or two exchanged", () => {
  const pairs = [
    ["lyon", "lion"],
    ["lyon", "lyonn"],
    ["lyon", "lyn"],
    ["lyon", "lyno"],
    ["lyon", "lyon"],
  ] as const;
  for (const [one, other] of pairs) expect(isOneEditAway(one, other), other).toBe(true);
  for (const other of ["lino", "lyonne", "loyn ", "ly", "noyl"])
    expect(isOneEditAway("lyon", other), other).toBe(false);
});
