import { closeSync, openSync, writeSync } from "node:fs";
import { deflateSync } from "node:zlib";

// Writes extracts of OpenStreetMap (wiki.openstreetmap.org/wiki/PBF_Format), as far as tests and benches need them.

type Tags = Record<string, string>;
export type MapElement =
  | { type: "node"; id: number; lat: number; lon: number; tags?: Tags }
  | { type: "way"; id: number; refs: number[]; tags?: Tags }
  | {
      type: "relation";
      id: number;
      members: { type: "node" | "way"; ref: number; role: string }[];
      tags?: Tags;
    };

const ELEMENTS_PER_BLOCK = 8_000;
const NANODEGREES = 1e9;
/** Units of a position: 100 nanodegrees. */
const UNITS_PER_DEGREE = 1e7;

function encodeVarint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}
/** A signed number: 0, -1, 1, -2 … are 0, 1, 2, 3. */
const encodeSigned = (value: number): number[] => encodeVarint(value >= 0 ? value * 2 : -value * 2 - 1);
const encodeNumber = (field: number, value: number): Buffer =>
  Buffer.from([...encodeVarint(field * 8), ...encodeVarint(value)]);
const encodeSignedNumber = (field: number, value: number): Buffer =>
  Buffer.from([...encodeVarint(field * 8), ...encodeSigned(value)]);
const encodeBytes = (field: number, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from([...encodeVarint(field * 8 + 2), ...encodeVarint(bytes.length)]), bytes]);
const encodeText = (field: number, text: string): Buffer => encodeBytes(field, Buffer.from(text));
const encodePacked = (field: number, values: number[], encode: (value: number) => number[]): Buffer =>
  encodeBytes(field, Buffer.from(values.flatMap(encode)));
const toDeltas = (values: number[]): number[] => values.map((value, i) => value - (values[i - 1] ?? 0));

/** The texts of a block, by position. */
class TextTable {
  private readonly positions = new Map([["", 0]]);
  add(text: string): number {
    const known = this.positions.get(text);
    if (known !== undefined) return known;
    this.positions.set(text, this.positions.size);
    return this.positions.size - 1;
  }
  encode(): Buffer {
    return encodeBytes(1, Buffer.concat([...this.positions.keys()].map((text) => encodeText(1, text))));
  }
}

function encodeBlock(elements: MapElement[]): Buffer {
  const texts = new TextTable();
  const encodeTags = (tags: Tags = {}): Buffer[] => [
    encodePacked(
      2,
      Object.keys(tags).map((key) => texts.add(key)),
      encodeVarint,
    ),
    encodePacked(
      3,
      Object.values(tags).map((value) => texts.add(value)),
      encodeVarint,
    ),
  ];
  const nodes = elements.filter((element) => element.type === "node");
  const groups: Buffer[] = [];
  if (nodes.length > 0) {
    const [lats, lons] = [
      nodes.map(({ lat }) => Math.round(lat * UNITS_PER_DEGREE)),
      nodes.map(({ lon }) => Math.round(lon * UNITS_PER_DEGREE)),
    ];
    const keysAndValues = nodes.flatMap(({ tags = {} }) => [
      ...Object.entries(tags).flatMap(([key, value]) => [texts.add(key), texts.add(value)]),
      0,
    ]);
    groups.push(
      encodeBytes(
        2,
        Buffer.concat([
          encodePacked(1, toDeltas(nodes.map(({ id }) => id)), encodeSigned),
          encodePacked(8, toDeltas(lats), encodeSigned),
          encodePacked(9, toDeltas(lons), encodeSigned),
          encodePacked(10, keysAndValues, encodeVarint),
        ]),
      ),
    );
  }
  for (const element of elements)
    if (element.type === "way")
      groups.push(
        encodeBytes(
          3,
          Buffer.concat([
            encodeNumber(1, element.id),
            ...encodeTags(element.tags),
            encodePacked(8, toDeltas(element.refs), encodeSigned),
          ]),
        ),
      );
    else if (element.type === "relation")
      groups.push(
        encodeBytes(
          4,
          Buffer.concat([
            encodeNumber(1, element.id),
            ...encodeTags(element.tags),
            encodePacked(
              8,
              element.members.map(({ role }) => texts.add(role)),
              encodeVarint,
            ),
            encodePacked(9, toDeltas(element.members.map(({ ref }) => ref)), encodeSigned),
            encodePacked(
              10,
              element.members.map(({ type }) => (type === "node" ? 0 : 1)),
              encodeVarint,
            ),
          ]),
        ),
      );
  const encoded = groups.map((group) => encodeBytes(2, group));
  return Buffer.concat([texts.encode(), ...encoded]);
}

function writeBlob(file: number, type: "OSMHeader" | "OSMData", content: Buffer): void {
  const blob = Buffer.concat([encodeNumber(2, content.length), encodeBytes(3, deflateSync(content))]);
  const header = Buffer.concat([encodeText(1, type), encodeNumber(3, blob.length)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  writeSync(file, Buffer.concat([length, header, blob]));
}

/**
 * Writes an extract (`.osm.pbf`).
 * @param elements nodes, then ways, then relations, each by id, as extracts have them
 * @param head its box in degrees, and its date
 */
export function writePbf(
  path: string,
  elements: Iterable<MapElement>,
  head: { south: number; west: number; north: number; east: number; date: string },
): void {
  const file = openSync(path, "w");
  try {
    const toNano = (degrees: number) => Math.round(degrees * NANODEGREES);
    const box = [head.west, head.east, head.north, head.south].map((degrees, i) =>
      encodeSignedNumber(i + 1, toNano(degrees)),
    );
    writeBlob(
      file,
      "OSMHeader",
      Buffer.concat([
        encodeBytes(1, Buffer.concat(box)),
        encodeText(4, "OsmSchema-V0.6"),
        encodeText(4, "DenseNodes"),
        encodeNumber(32, Date.parse(head.date) / 1000),
      ]),
    );
    let block: MapElement[] = [];
    const flush = () => {
      if (block.length > 0) writeBlob(file, "OSMData", encodeBlock(block));
      block = [];
    };
    for (const element of elements) {
      if (block.length === ELEMENTS_PER_BLOCK || (block[0] && block[0].type !== element.type)) flush();
      block.push(element);
    }
    flush();
  } finally {
    closeSync(file);
  }
}
