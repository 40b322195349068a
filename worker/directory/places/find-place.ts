import type { Language } from "../../contract/field-schemas";
import { toPlaceKey } from "../place-keys";
import { findPlaceShard, type Place } from "../release/release-format";
import type { PlaceTable } from "./place-table";
import { isHome, type RankedPlace, rankPlaces } from "./rank-places";

/** A leader has as many times the inhabitants of the next homonym. */
const LEADER_RATIO = 10;
/** Inhabitants of a place in a country of the user's language count as many times. */
const HOME_FACTOR = 8;
/** Homonyms that are asked about. */
const MAX_HOMONYMS = 8;
/** How far the centre of a place may move from one release to the next. */
const MAX_MOVE_DEGREES = 0.1;

/** What a text names: one place, or several that only its writer can tell apart. */
export type FoundPlace = { place: Place } | { homonyms: Place[] };

/** How sure a match is; a guess is taken only where nothing surer was found. */
const getCertainty = ({ match, isToldApart, isDoubtful }: RankedPlace): number => {
  if (isDoubtful) return 0;
  const sure = match === "exact" || match === "joined" ? 3 : match === "words" || match === "whole_words" ? 2 : 1;
  return isToldApart ? sure + 3 : sure;
};

/**
 * The place that a whole text names ("75011 Paris", "Newcastle, UK"); null when no place has that name. A homonym is
 * taken only when it is much larger than the others.
 */
export async function findPlace(table: PlaceTable, text: string, language?: Language): Promise<FoundPlace | null> {
  const ranked = await rankPlaces(table, text, { language, isWhole: true });
  const certainty = Math.max(...ranked.map(getCertainty));
  const places = ranked.filter((each) => getCertainty(each) === certainty).map(({ place }) => place);
  const [leader, ...others] = places.toSorted((a, b) => weigh(b, language) - weigh(a, language));
  if (!leader) return null;
  const isClear = others.every((other) => weigh(leader, language) >= LEADER_RATIO * weigh(other, language));
  // A country or region that we do not know may be right: then the place is another one.
  if (certainty > 0 && isClear) return { place: leader };
  return { homonyms: [leader, ...others].slice(0, MAX_HOMONYMS) };
}

const weigh = (place: Place, language: Language | undefined): number =>
  (place.population + 10) * (isHome(place, language) ? HOME_FACTOR : 1);

/** The place with an id, also of an earlier release; null when there is none any more. */
export async function findPlaceById(table: PlaceTable, id: string): Promise<Place | null> {
  const [country, name = "", lat, lon] = id.split(":");
  const key = toPlaceKey(name);
  const shardName = findPlaceShard(table.shards, key);
  const shard = shardName === undefined ? null : await table.readShard(shardName);
  const places = (shard?.keys ?? []).flatMap(([own, position]) => (own === key ? (shard?.places[position] ?? []) : []));
  const getMove = (place: Place) => Math.max(Math.abs(place.lat - Number(lat)), Math.abs(place.lon - Number(lon)));
  return (
    places.find((place) => place.id === id) ??
    places
      .filter((place) => place.country === country && getMove(place) <= MAX_MOVE_DEGREES)
      .toSorted((a, b) => getMove(a) - getMove(b))[0] ??
    null
  );
}
