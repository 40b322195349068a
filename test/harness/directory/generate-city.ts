import { seededRandom } from "../random.ts";
import type { MapElement } from "./write-pbf.ts";

/** The centre of the generated city, and half of its sides in degrees. */
const CENTRE = { lat: 48.85, lon: 2.35 };
const REACH = { lat: 0.12, lon: 0.18 };
export const CITY_BOX = {
  south: CENTRE.lat - REACH.lat,
  north: CENTRE.lat + REACH.lat,
  west: CENTRE.lon - REACH.lon,
  east: CENTRE.lon + REACH.lon,
};
/** Plain nodes of streets and houses for each element that may be a company, as in extracts of cities. */
const PLAIN_NODES = 30;

const KINDS: Record<string, string>[] = [
  { shop: "bakery" },
  { amenity: "restaurant", cuisine: "pizza;italian" },
  { office: "company", company: "software" },
  { tourism: "hotel" },
  { amenity: "dentist" },
  { craft: "carpenter" },
  { amenity: "bench" },
  { shop: "vacant" },
];

/** What a generated element says: its category, contact and name, or the lack of one. */
function makeTags(random: () => number, number: number): Record<string, string> {
  const kind = KINDS[Math.floor(random() * KINDS.length)] ?? {};
  const [contact, named] = [Math.floor(random() * 6), random()];
  // One in twenty is a branch of one of twelve chains.
  const isBranch = random() < 0.05;
  const site = isBranch ? `https://www.chain-${number % 12}.fr/shops/${number}` : `https://firm-${number}.fr`;
  return {
    ...kind,
    ...(named < 0.9 && { name: isBranch ? `Chain ${number % 12}` : `Firm ${number}` }),
    ...(contact === 0 && { website: site }),
    ...(contact === 1 && { "contact:website": site, "contact:email": `contact@firm-${number}.fr` }),
    ...(contact === 2 && { phone: `+33 1 ${String(10_000_000 + number)}` }),
    ...(contact === 3 && { "contact:mobile": `+33 6 ${String(10_000_000 + number)};+33 7 ${10_000_000 + number}` }),
    ...(random() < 0.5 && {
      "addr:city": "Paris",
      "addr:postcode": `750${String((number % 20) + 1).padStart(2, "0")}`,
    }),
    ...(random() < 0.02 && { opening_hours: "closed" }),
  };
}

/** The extract of a large city: nodes, buildings and areas of several parts. */
export function* generateCity(count: number, seed: number): Generator<MapElement> {
  const random = seededRandom(seed);
  const toPoint = () => ({
    lat: CENTRE.lat + (random() * 2 - 1) * REACH.lat,
    lon: CENTRE.lon + (random() * 2 - 1) * REACH.lon,
  });
  let id = 1;
  yield { type: "node", id: id++, ...CENTRE, tags: { place: "city", name: "Paris", population: "2145000" } };
  for (const name of ["Montmartre", "Belleville", "Bercy"])
    yield { type: "node", id: id++, ...toPoint(), tags: { place: "suburb", name } };
  const companies = id;
  for (let n = 0; n < count; n++) yield { type: "node", id: id++, ...toPoint(), tags: makeTags(random, n) };
  const corners = id;
  for (let n = 0; n < count * PLAIN_NODES; n++) yield { type: "node", id: id++, ...toPoint() };
  const pickNode = () => corners + Math.floor(random() * count * PLAIN_NODES);
  const ways = id;
  for (let n = 0; n < count; n++) {
    const first = pickNode();
    yield {
      type: "way",
      id: id++,
      refs: [first, pickNode(), pickNode(), first],
      ...(n % 4 === 0 && { tags: makeTags(random, count + n) }),
    };
  }
  for (let n = 0; n < count / 50; n++)
    yield {
      type: "relation",
      id: id++,
      members: [
        { type: "way", ref: ways + Math.floor(random() * count), role: "outer" },
        { type: "node", ref: companies + Math.floor(random() * count), role: "entrance" },
      ],
      tags: { type: "multipolygon", ...makeTags(random, 2 * count + n) },
    };
}
