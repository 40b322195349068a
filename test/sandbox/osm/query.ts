import { Reader } from "./query-tokens";

export type TagTest =
  | { kind: "equals" | "differs"; key: string; value: string }
  | { kind: "matches"; key: string; pattern: RegExp; text: string }
  | { kind: "has" | "lacks"; key: string };

/** South, west, north, east, in degrees. */
export type Box = [number, number, number, number];

export interface Statement {
  types: ("node" | "way" | "relation")[];
  tests: TagTest[];
  /** Names of the area sets it must lie in. */
  areas: string[];
  box: Box | undefined;
}

export interface OverpassQuery {
  json: boolean;
  areas: Record<string, number>;
  statements: Statement[];
  limit: number;
  center: boolean;
}

const elementTypes: Record<string, Statement["types"]> = {
  nwr: ["node", "way", "relation"],
  nw: ["node", "way"],
  node: ["node"],
  way: ["way"],
  rel: ["relation"],
  relation: ["relation"],
};

function readTest(reader: Reader): TagTest {
  if (reader.take("!")) {
    const test: TagTest = { kind: "lacks", key: reader.value() };
    reader.need("]");
    return test;
  }
  const key = reader.value();
  if (reader.take("]")) return { kind: "has", key };
  const sign = ["!=", "=", "~"].find((each) => reader.take(each));
  if (sign === undefined) throw reader.error("']' expected");
  const text = reader.value();
  const folded = reader.take(",");
  if (folded && reader.word() !== "i") throw reader.error("'i' expected");
  reader.need("]");
  if (sign !== "~") return { kind: sign === "=" ? "equals" : "differs", key, value: text };
  try {
    return { kind: "matches", key, text, pattern: new RegExp(text, folded ? "iu" : "u") };
  } catch {
    throw reader.error(`Invalid regular expression: "${text}"`);
  }
}

function readBox(reader: Reader, first: number): Box {
  const rest = [0, 1, 2].map(() => {
    reader.need(",");
    return reader.number();
  });
  return [first, rest[0] ?? 0, rest[1] ?? 0, rest[2] ?? 0];
}

function readElements(reader: Reader, word: string): Statement {
  const types = elementTypes[word];
  if (!types) throw reader.error(`Unknown type "${word}"`);
  const statement: Statement = { types, tests: [], areas: [], box: undefined };
  for (;;) {
    if (reader.take("[")) {
      statement.tests.push(readTest(reader));
    } else if (reader.take("(")) {
      if (reader.take("area")) {
        statement.areas.push(reader.take(".") ? reader.word() : "_");
      } else {
        statement.box = readBox(reader, reader.number());
      }
      reader.need(")");
    } else {
      reader.need(";");
      return statement;
    }
  }
}

/** `area(id:3600007444)->.a;` or `area(3600007444)->.a;` */
function readArea(reader: Reader, query: OverpassQuery): void {
  reader.need("(");
  reader.take("id:");
  const id = reader.number();
  reader.need(")");
  let name = "_";
  if (reader.take("->")) {
    reader.need(".");
    name = reader.word();
  }
  reader.need(";");
  query.areas[name] = id;
}

function readOut(reader: Reader, query: OverpassQuery): void {
  while (!reader.take(";")) {
    const word = reader.match(/[a-z]+/);
    if (word === undefined) query.limit = reader.number();
    else if (word === "center") query.center = true;
    else if (!["tags", "body", "skel", "ids", "meta", "geom", "bb", "asc", "qt", "noids", "count"].includes(word)) throw reader.error(`Unknown print mode "${word}"`);
  }
}

function readSettings(reader: Reader, query: OverpassQuery): void {
  while (reader.take("[")) {
    const name = reader.word();
    reader.need(":");
    const value = reader.match(/[^\]]+/) ?? "";
    reader.need("]");
    if (!["out", "timeout", "maxsize", "bbox", "date"].includes(name)) throw reader.error(`Unknown setting "${name}"`);
    if (name === "out") query.json = value === "json";
  }
  reader.need(";");
}

/**
 * Reads the part of Overpass QL that the product writes.
 * @throws QueryError with Overpass's way of telling where it went wrong
 */
export function parseQuery(text: string): OverpassQuery {
  const query: OverpassQuery = { json: false, areas: {}, statements: [], limit: Infinity, center: false };
  const reader = new Reader(text);
  if (reader.sees("[")) readSettings(reader, query);
  while (!reader.done()) {
    if (reader.take("(")) {
      while (!reader.take(")")) query.statements.push(readElements(reader, reader.word()));
      reader.need(";");
      continue;
    }
    const word = reader.word();
    if (word === "area") readArea(reader, query);
    else if (word === "out") readOut(reader, query);
    else query.statements.push(readElements(reader, word));
  }
  return query;
}
