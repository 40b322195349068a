import fc from "fast-check";
import { either } from "../../harness/arbitraries";

/** The part of JSON Schema that the contract's bodies and queries use. */
export interface JsonShape {
  type?: string;
  anyOf?: JsonShape[];
  oneOf?: JsonShape[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, JsonShape>;
  required?: string[];
  additionalProperties?: JsonShape | boolean;
  items?: JsonShape;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
}

/** JSON that no JavaScript value serializes to; a marker in the value is replaced by it at the end. */
const RAW_JSON: Record<string, string> = {
  deep_list: `${"[".repeat(10_000)}${"]".repeat(10_000)}`,
  deep_object: `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
  beyond_numbers: "1e400",
  beyond_integers: "9".repeat(400),
  poisoned: '{"__proto__":{"wizard_completed":true,"toString":1},"constructor":{"prototype":{"x":1}}}',
  twice: '{"id":1,"id":2}',
  surrogate_key: '{"\\ud800":1}',
};
const rawMarker = (name: string) => `@@${name}@@`;

/** A value as JSON, its markers replaced. */
export const toJson = (value: unknown): string =>
  Object.entries(RAW_JSON).reduce(
    (text, [name, json]) => text.replaceAll(`"${rawMarker(name)}"`, () => json),
    JSON.stringify(value) ?? "",
  );

const HOSTILE_TEXTS = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff\ud800",
  "\u202egpj.exe",
  "\ufeff",
  "\u0085\u2028\u2029",
  "😀".repeat(64),
  "e" + "\u0301".repeat(2_000),
  "ﷺ".repeat(300),
  "İıſß",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "null",
  "undefined",
  "NaN",
  "-0",
  "0x10",
  "1e9",
  "true",
  "[object Object]",
  "'; DROP TABLE users; --",
  '" OR 1=1 --',
  "%' ESCAPE '",
  "_".repeat(60),
  "%".repeat(60),
  "${7*7}",
  "{{7*7}}",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "=cmd|' /C calc'!A0",
  "a\r\nBcc: x@evil.example",
  "../../etc/passwd",
  "..\\..\\x",
  "http://127.0.0.1/",
  "file:///etc/passwd",
  "x@y",
  "@",
  "a@b@c.fr",
  `${"a".repeat(64)}@${"b".repeat(180)}.fr`,
  "ana@xn--zzz.example",
  "custom_",
  "custom_;",
  "custom_" + "x".repeat(81),
  "Paris (France)",
  ";",
  "x".repeat(65),
  "x".repeat(501),
  "x".repeat(10_001),
  "x".repeat(100_000),
  "é".repeat(140_000),
];
const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  -0,
  2 ** 53,
  1e308,
  Number.MIN_VALUE,
  [],
  {},
  [null],
  [[]],
  { length: 1 },
  { toString: "x" },
  { toJSON: "x" },
  Array.from({ length: 10_000 }, (_, n) => `id-${n}`),
  Array.from({ length: 10_000 }, () => 0),
  Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`key${n}`, n])),
  ...Object.keys(RAW_JSON).map(rawMarker),
];

/** Above all known trouble; sometimes any text. */
export const hostileText = either(80, fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: "binary", maxLength: 300 }));
const hostileValue: fc.Arbitrary<unknown> = either<unknown>(
  50,
  hostileText,
  either<unknown>(85, fc.constantFrom(...HOSTILE_VALUES), fc.jsonValue()),
);

/** Values of a shape. @param words texts that mean something to the server: ids, categories, cities */
export function valueArbitrary(shape: JsonShape, words: readonly string[]): fc.Arbitrary<unknown> {
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valueArbitrary(choice, words)));
  if ("const" in shape) return fc.constant(shape.const);
  if (shape.enum) return fc.constantFrom(...shape.enum);
  switch (shape.type) {
    case "string":
      return textArbitrary(shape, words);
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number":
      return numberArbitrary(Math.ceil(shape.minimum ?? 0), Math.min(shape.maximum ?? MAX_NUMBER, MAX_NUMBER));
    case "array":
      return fc.array(valueArbitrary(shape.items ?? {}, words), {
        minLength: shape.minItems ?? 0,
        maxLength: Math.max(shape.minItems ?? 0, Math.min(shape.maxItems ?? MAX_ITEMS, MAX_ITEMS)),
      });
    case "object":
      return objectArbitrary(shape, words);
    default:
      return fc.constantFrom(...words);
  }
}
const MAX_NUMBER = 600;
/** More than the product looks ahead. */
const HOURS_AHEAD = 32 * 24;
const toTimeFromNow = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Mostly small: the versions that a user's things have. */
const numberArbitrary = (min: number, max: number): fc.Arbitrary<number> =>
  either(60, fc.integer({ min, max: Math.min(max, min + 2) }), fc.integer({ min, max }));
const MAX_ITEMS = 6;
const MAX_TEXT_LENGTH = 5_000;

function objectArbitrary(
  { properties = {}, required = [], additionalProperties }: JsonShape,
  words: readonly string[],
): fc.Arbitrary<unknown> {
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, valueArbitrary(shape, words)])),
    { requiredKeys: required.filter((name) => name in properties) },
  );
  if (typeof additionalProperties !== "object") return known;
  const additional = fc.tuple(fc.constantFrom(...words), valueArbitrary(additionalProperties, words));
  return fc.tuple(known, additional).map(([object, pair]) => ({ ...object, ...Object.fromEntries([pair]) }));
}

function textArbitrary(
  { pattern, format, minLength = 0, maxLength = MAX_TEXT_LENGTH }: JsonShape,
  words: readonly string[],
): fc.Arbitrary<string> {
  if (format === "date-time") return fc.integer({ min: -HOURS_AHEAD, max: HOURS_AHEAD }).map(toTimeFromNow);
  if (format === "email") return fc.nat({ max: 1e9 }).map((number) => `person-${number}@mail.example`);
  // The contract's other patterns are fingerprints and states.
  if (pattern !== undefined) {
    return fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 64, maxLength: 64 });
  }
  return fc.constantFrom(...words).map((word) => word.slice(0, maxLength).padEnd(minLength, "x"));
}

/** The value with one thing in it that is wrong. */
export const spoiledArbitrary = (value: unknown): fc.Arbitrary<unknown> =>
  either(35, hostileValue, spoiledInside(value));

function spoiledInside(value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value) && value.length > 0)
    return fc.nat({ max: value.length - 1 }).chain((at) => spoiledItem(value, at));
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    return fc.nat({ max: entries.length }).chain((at) => spoiledEntry(entries, at));
  }
  if (typeof value !== "string") return hostileValue;
  const long = fc.tuple(fc.integer({ min: 1, max: 200 }), hostileText).map(([times, end]) => value.repeat(times) + end);
  return either<unknown>(40, long, hostileValue);
}

function spoiledItem(items: readonly unknown[], at: number): fc.Arbitrary<unknown> {
  const tooMany = fc.constant(Array.from({ length: 10_000 }, () => items[at]));
  return either<unknown>(
    20,
    tooMany,
    spoiledArbitrary(items[at]).map((spoiled) => items.with(at, spoiled)),
  );
}

function spoiledEntry(entries: readonly [string, unknown][], at: number): fc.Arbitrary<unknown> {
  const entry = entries[at];
  const more = (pair: readonly [string, unknown]) => Object.fromEntries([...entries, pair]);
  if (!entry) return fc.tuple(hostileText, hostileValue).map(more);
  return either<unknown>(
    20,
    fc.constant(Object.fromEntries(entries.toSpliced(at, 1))),
    spoiledArbitrary(entry[1]).map((spoiled) => more([entry[0], spoiled])),
  );
}
