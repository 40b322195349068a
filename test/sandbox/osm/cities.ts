export type Language = "fr" | "en" | "de";

export interface City {
  slug: string;
  /** Its name in its own language. */
  name: string;
  /** Other spellings in queries. */
  also: string[];
  country: string;
  state: string;
  /** OSM relation; its Overpass area is 3600000000 + this. */
  relation: number;
  lat: number;
  lon: number;
  language: Language;
  dialling: {
    code: string;
    /** Numbers kept for fiction where the country has such; the last digits are added. */ prefix: string;
    digits: number;
  };
}

const toPhoneNumbers = (code: string, prefix: string, digits: number) => ({ code, prefix, digits });

type CityRow = [
  name: string,
  also: string,
  country: string,
  state: string,
  relation: number,
  lat: number,
  lon: number,
  dialling: City["dialling"],
];

const parisPhone = toPhoneNumbers("33", "19900", 4);
const southEastPhone = toPhoneNumbers("33", "46571", 4);
const northWestPhone = toPhoneNumbers("33", "26191", 4);
const northEastPhone = toPhoneNumbers("33", "35301", 4);
const southWestPhone = toPhoneNumbers("33", "53649", 4);

const cityRows: CityRow[] = [
  ["Paris", "", "fr", "Île-de-France", 7444, 48.8589, 2.32, parisPhone],
  ["Lyon", "lyons", "fr", "Auvergne-Rhône-Alpes", 120965, 45.7578, 4.832, southEastPhone],
  ["Marseille", "marseilles", "fr", "Provence-Alpes-Côte d'Azur", 76469, 43.2962, 5.37, southEastPhone],
  ["London", "londres,greater london", "gb", "England", 175342, 51.4893, -0.1441, toPhoneNumbers("44", "2079460", 3)],
  ["Manchester", "", "gb", "England", 146656, 53.4795, -2.2451, toPhoneNumbers("44", "1614960", 3)],
  ["Birmingham", "", "gb", "England", 162378, 52.4797, -1.9027, toPhoneNumbers("44", "1214960", 3)],
  ["Berlin", "", "de", "Berlin", 62422, 52.517, 13.3889, toPhoneNumbers("49", "3023125", 3)],
  ["München", "munich,muenchen", "de", "Bayern", 62428, 48.1371, 11.5754, toPhoneNumbers("49", "8999998", 3)],
  ["Hamburg", "hambourg", "de", "Hamburg", 62782, 53.5503, 10.0007, toPhoneNumbers("49", "4066969", 3)],
  ["Toulouse", "", "fr", "Occitanie", 35738, 43.6045, 1.4442, southWestPhone],
  ["Nice", "", "fr", "Provence-Alpes-Côte d'Azur", 170100, 43.701, 7.2684, southEastPhone],
  ["Nantes", "", "fr", "Pays de la Loire", 59874, 47.2186, -1.5541, northWestPhone],
  ["Bordeaux", "", "fr", "Nouvelle-Aquitaine", 105270, 44.8412, -0.58, southWestPhone],
  ["Lille", "", "fr", "Hauts-de-France", 58404, 50.6366, 3.0635, northEastPhone],
  ["Strasbourg", "strassburg", "fr", "Grand Est", 71033, 48.5846, 7.7507, northEastPhone],
  ["Rennes", "", "fr", "Bretagne", 54517, 48.1113, -1.68, northWestPhone],
  ["Montpellier", "", "fr", "Occitanie", 28722, 43.6113, 3.8768, southEastPhone],
  ["Saint-Étienne", "", "fr", "Auvergne-Rhône-Alpes", 117470, 45.4401, 4.3874, southEastPhone],
  ["Leeds", "", "gb", "England", 118362, 53.7974, -1.5438, toPhoneNumbers("44", "1134960", 3)],
  ["Bristol", "", "gb", "England", 57539, 51.4538, -2.5973, toPhoneNumbers("44", "1174960", 3)],
  ["Edinburgh", "edimbourg", "gb", "Scotland", 1920901, 55.9533, -3.1884, toPhoneNumbers("44", "1314960", 3)],
  ["Liverpool", "", "gb", "England", 172987, 53.4072, -2.9917, toPhoneNumbers("44", "1514960", 3)],
  ["Köln", "cologne,koeln", "de", "Nordrhein-Westfalen", 62578, 50.9384, 6.96, toPhoneNumbers("49", "2214710", 3)],
  [
    "Frankfurt am Main",
    "frankfurt,francfort",
    "de",
    "Hessen",
    62400,
    50.1106,
    8.6821,
    toPhoneNumbers("49", "6990009", 3),
  ],
  ["Stuttgart", "", "de", "Baden-Württemberg", 2793104, 48.7785, 9.18, toPhoneNumbers("49", "7119330", 3)],
  ["Leipzig", "", "de", "Sachsen", 62649, 51.3406, 12.3747, toPhoneNumbers("49", "3419994", 3)],
  [
    "Düsseldorf",
    "duesseldorf",
    "de",
    "Nordrhein-Westfalen",
    62539,
    51.2254,
    6.7763,
    toPhoneNumbers("49", "2119330", 3),
  ],
  [
    "Bruxelles",
    "brussels,brussel",
    "be",
    "Bruxelles-Capitale",
    54094,
    50.8466,
    4.3517,
    toPhoneNumbers("32", "25550", 4),
  ],
  ["Genève", "geneva,genf", "ch", "Genève", 1685488, 46.2018, 6.1466, toPhoneNumbers("41", "22555", 4)],
  ["Montréal", "montreal", "ca", "Québec", 1571328, 45.5032, -73.5698, toPhoneNumbers("1", "514555", 4)],
  ["Wien", "vienna,vienne", "at", "Wien", 109166, 48.2083, 16.3725, toPhoneNumbers("43", "155501", 3)],
  ["New York", "new york city", "us", "New York", 175905, 40.7127, -74.006, toPhoneNumbers("1", "212555", 4)],
];

/** Folds case, accents, hyphens and spaces. */
export const foldCityName = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

const languages: Record<string, Language> = {
  fr: "fr",
  be: "fr",
  ch: "fr",
  de: "de",
  at: "de",
  gb: "en",
  us: "en",
  ca: "fr",
};

export const cities: readonly City[] = cityRows.map(([name, also, country, state, relation, lat, lon, dialling]) => ({
  slug: foldCityName(name).replaceAll(" ", ""),
  name,
  also: also.split(",").filter(Boolean),
  country,
  state,
  relation,
  lat,
  lon,
  language: languages[country] ?? "en",
  dialling,
}));

/** Half the side of a city's box, in degrees of latitude. */
export const CITY_RADIUS_DEGREES = 0.08;
