import { QueryReader } from "./query-reader";

export type TagTest =
  | { kind: "equals" | "differs"; key: string; value: string }
  | { kind: "matches"; key: string; pattern: RegExp; text: string }
  | { kind: "any"; keys: RegExp; pattern: RegExp }
  | { kind: "has" | "lacks"; key: string };

/** South, west, north, east, in degrees. */
export type Box = [number, number, number, number];

type ElementType = "node" | "way" | "relation";

/** Elements of a place, or of a set found before. */
export interface Selection {
  types: ElementType[];
  tests: TagTest[];
  /** Names of the area sets it must lie in. */
  areas: string[];
  box: Box | undefined;
  /** The set it chooses from, if any. */
  from: string | undefined;
}

/** The steps of an Overpass query; "_" is the unnamed set. */
type QueryStep =
  | { do: "area"; id: number; into: string }
  | { do: "select"; selections: Selection[]; into: string }
  | { do: "out"; from: string; limit: number; center: boolean; count: boolean };

export interface OverpassQuery {
  json: boolean;
  steps: QueryStep[];
}

const elementTypes: Record<string, ElementType[]> = {
  nwr: ["node", "way", "relation"],
  nw: ["node", "way"],
  wr: ["way", "relation"],
  nr: ["node", "relation"],
  node: ["node"],
  way: ["way"],
  rel: ["relation"],
  relation: ["relation"],
};

function readPattern(reader: QueryReader): { text: string; pattern: RegExp } {
  const text = reader.value();
  const folded = reader.take(",");
  if (folded && reader.word() !== "i") throw reader.error("'i' expected");
  try {
    return { text, pattern: new RegExp(text, folded ? "iu" : "u") };
  } catch {
    throw reader.error(`Invalid regular expression: "${text}"`);
  }
}

function readTest(reader: QueryReader): TagTest {
  const test = readCondition(reader);
  reader.need("]");
  return test;
}

function readCondition(reader: QueryReader): TagTest {
  if (reader.take("!")) return { kind: "lacks", key: reader.value() };
  if (reader.take("~")) {
    const keys = new RegExp(reader.value(), "u");
    reader.need("~");
    return { kind: "any", keys, pattern: readPattern(reader).pattern };
  }
  const key = reader.value();
  if (reader.sees("]")) return { kind: "has", key };
  const sign = ["!=", "=", "~"].find((each) => reader.take(each));
  if (sign === undefined) throw reader.error("']' expected");
  if (sign === "~") return { kind: "matches", key, ...readPattern(reader) };
  return { kind: sign === "=" ? "equals" : "differs", key, value: reader.value() };
}

function readBox(reader: QueryReader, first: number): Box {
  const rest = [0, 1, 2].map(() => {
    reader.need(",");
    return reader.number();
  });
  return [first, rest[0] ?? 0, rest[1] ?? 0, rest[2] ?? 0];
}

function readSelection(reader: QueryReader, word: string): Selection {
  const types = elementTypes[word];
  if (!types) throw reader.error(`Unknown type "${word}"`);
  const selection: Selection = {
    types,
    tests: [],
    areas: [],
    box: undefined,
    from: reader.take(".") ? reader.word() : undefined,
  };
  for (;;) {
    if (reader.take("[")) {
      selection.tests.push(readTest(reader));
    } else if (reader.take("(")) {
      if (reader.take("area")) {
        selection.areas.push(reader.take(".") ? reader.word() : "_");
      } else {
        selection.box = readBox(reader, reader.number());
      }
      reader.need(")");
    } else {
      return selection;
    }
  }
}

/** `->.a;`, or only the end of the statement. @returns the set that it writes */
function readInto(reader: QueryReader): string {
  let name = "_";
  if (reader.take("->")) {
    reader.need(".");
    name = reader.word();
  }
  reader.need(";");
  return name;
}

/** `area(id:3600007444)->.a;` or `area(3600007444)->.a;` */
function readArea(reader: QueryReader): QueryStep {
  reader.need("(");
  reader.take("id:");
  const id = reader.number();
  reader.need(")");
  return { do: "area", id, into: readInto(reader) };
}

function readOut(reader: QueryReader, from: string): QueryStep {
  const out = { do: "out" as const, from, limit: Infinity, center: false, count: false };
  while (!reader.take(";")) {
    const word = reader.match(/[a-z]+/);
    if (word === undefined) out.limit = reader.number();
    else if (word === "center") out.center = true;
    else if (word === "count") out.count = true;
    else if (!["tags", "body", "skel", "ids", "meta", "geom", "bb", "asc", "qt", "noids"].includes(word))
      throw reader.error(`Unknown print mode "${word}"`);
  }
  return out;
}

/** @returns whether the answer is to be JSON */
function readSettings(reader: QueryReader): boolean {
  let json = false;
  while (reader.take("[")) {
    const name = reader.word();
    reader.need(":");
    const value = reader.match(/[^\]]+/) ?? "";
    reader.need("]");
    if (!["out", "timeout", "maxsize", "bbox", "date"].includes(name)) throw reader.error(`Unknown setting "${name}"`);
    if (name === "out") json = value === "json";
  }
  reader.need(";");
  return json;
}

function readUnion(reader: QueryReader): QueryStep {
  const selections: Selection[] = [];
  while (!reader.take(")")) {
    selections.push(readSelection(reader, reader.word()));
    reader.need(";");
  }
  return { do: "select", selections, into: readInto(reader) };
}

function readStep(reader: QueryReader): QueryStep {
  if (reader.take("(")) return readUnion(reader);
  if (reader.take(".")) {
    const from = reader.word();
    if (reader.word() !== "out") throw reader.error("'out' expected");
    return readOut(reader, from);
  }
  const word = reader.word();
  if (word === "area") return readArea(reader);
  if (word === "out") return readOut(reader, "_");
  const selection = readSelection(reader, word);
  return { do: "select", selections: [selection], into: readInto(reader) };
}

/**
 * Reads the part of Overpass QL that the product writes.
 * @throws QueryError with Overpass's form of the position
 */
export function parseQuery(text: string): OverpassQuery {
  const reader = new QueryReader(text);
  const json = reader.sees("[") && readSettings(reader);
  const steps: QueryStep[] = [];
  while (!reader.done()) steps.push(readStep(reader));
  return { json, steps };
}
