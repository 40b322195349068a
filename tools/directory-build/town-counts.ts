import { toCityKey } from "../../worker/directory/place-keys";
import type { TownCount } from "./build-places";
import type { SourceEntry } from "./source-entry";

/** Towns in the addresses of companies, by half degrees: homonyms far apart are counted apart. */
export class TownCounts {
  private readonly counts = new Map<string, TownCount>();

  add({ town, postcode, country = "", lat, lon }: SourceEntry): void {
    if (town === undefined) return;
    const key = `${country}|${toCityKey(town)}|${Math.round(lat * 2)}|${Math.round(lon * 2)}`;
    let count = this.counts.get(key);
    if (!count) this.counts.set(key, (count = { name: town, country, companies: 0, lat: 0, lon: 0, postcodes: {} }));
    count.companies += 1;
    count.lat += lat;
    count.lon += lon;
    if (postcode !== undefined) count.postcodes[postcode] = (count.postcodes[postcode] ?? 0) + 1;
  }

  list(): TownCount[] {
    return [...this.counts.values()];
  }
}
