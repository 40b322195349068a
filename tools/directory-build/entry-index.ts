import { foldName, toCityKey } from "../../worker/directory/place-keys";
import { findSiteRoot } from "../../worker/search/crawl/site-root";
import type { SourceEntry } from "./source-entry";

/** 53 bits of a text: among ten million texts the chance of any two being equal is below one in a hundred. */
function hashKey(text: string): number {
  let [high, low] = [0x811c9dc5, 0x1b873593];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x5bd1e995);
    low ^= low >>> 15;
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b);
  low = Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  return ((high ^ (high >>> 15)) >>> 0) * 0x200000 + ((low ^ (low >>> 16)) >>> 11);
}

/** Key of an entry's site: its registrable domain, or its page on a host that many share. */
export const toSiteKey = ({ site }: Pick<SourceEntry, "site">): string =>
  site === undefined ? "" : findSiteRoot(site).site;

/** Bytes of one entry in a file. */
const RECORD_BYTES = 8 * 4 + 4 * 2 + 2;
/** Degrees are kept as whole numbers. */
const UNITS_PER_DEGREE = 1e5;

/**
 * What merging needs of each entry, in typed arrays: ten million entries fit in half a gigabyte. A key of 0 means that
 * the entry has none.
 */
export class EntryIndex {
  count = 0;
  site = new Float64Array(1024);
  name = new Float64Array(1024);
  town = new Float64Array(1024);
  brand = new Float64Array(1024);
  private lats = new Int32Array(1024);
  private lons = new Int32Array(1024);
  /** The lower, the more a source is believed. */
  rank = new Uint16Array(1024);

  lat = (entry: number): number => (this.lats[entry] ?? 0) / UNITS_PER_DEGREE;
  lon = (entry: number): number => (this.lons[entry] ?? 0) / UNITS_PER_DEGREE;

  add(entry: SourceEntry, rank: number): void {
    this.grow(this.count + 1);
    const [siteKey, brand, town] = [toSiteKey(entry), foldName(entry.brand ?? ""), toCityKey(entry.town ?? "")];
    const nameKey = foldName(entry.name);
    this.site[this.count] = siteKey === "" ? 0 : hashKey(siteKey);
    this.name[this.count] = nameKey === "" ? 0 : hashKey(nameKey);
    this.town[this.count] = town === "" ? 0 : hashKey(town);
    this.brand[this.count] = brand === "" ? 0 : hashKey(brand);
    this.lats[this.count] = Math.round(entry.lat * UNITS_PER_DEGREE);
    this.lons[this.count] = Math.round(entry.lon * UNITS_PER_DEGREE);
    this.rank[this.count] = rank;
    this.count += 1;
  }

  /** The entries from one on, as bytes for a file. */
  toBytes(from: number): Uint8Array {
    const view = new DataView(new ArrayBuffer((this.count - from) * RECORD_BYTES));
    for (let i = from, at = 0; i < this.count; i++, at += RECORD_BYTES) {
      [this.site, this.name, this.town, this.brand].forEach((keys, n) => view.setFloat64(at + n * 8, keys[i] ?? 0));
      view.setInt32(at + 32, this.lats[i] ?? 0);
      view.setInt32(at + 36, this.lons[i] ?? 0);
      view.setUint16(at + 40, this.rank[i] ?? 0);
    }
    return new Uint8Array(view.buffer);
  }

  /** Adds entries that `toBytes` wrote. */
  addBytes(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.grow(this.count + bytes.byteLength / RECORD_BYTES);
    for (let at = 0; at + RECORD_BYTES <= bytes.byteLength; at += RECORD_BYTES, this.count++) {
      [this.site, this.name, this.town, this.brand].forEach((keys, n) => {
        keys[this.count] = view.getFloat64(at + n * 8);
      });
      this.lats[this.count] = view.getInt32(at + 32);
      this.lons[this.count] = view.getInt32(at + 36);
      this.rank[this.count] = view.getUint16(at + 40);
    }
  }

  private grow(count: number): void {
    if (count <= this.rank.length) return;
    const length = Math.max(count, this.rank.length * 2);
    const growTo = <T extends { set: (from: T) => void }>(grown: T, old: T): T => {
      grown.set(old);
      return grown;
    };
    this.site = growTo(new Float64Array(length), this.site);
    this.name = growTo(new Float64Array(length), this.name);
    this.town = growTo(new Float64Array(length), this.town);
    this.brand = growTo(new Float64Array(length), this.brand);
    this.lats = growTo(new Int32Array(length), this.lats);
    this.lons = growTo(new Int32Array(length), this.lons);
    this.rank = growTo(new Uint16Array(length), this.rank);
  }
}
