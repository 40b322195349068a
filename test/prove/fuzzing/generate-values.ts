/** The part of JSON Schema that the contract's bodies and queries make use of. */
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

export type RandomNumber = () => number;
export const pick = <T>(random: RandomNumber, [first, ...more]: readonly [T, ...T[]]): T =>
  more[Math.floor(random() * (more.length + 1)) - 1] ?? first;

/** JSON that no value could be written as; it stands in a text as this string and is put in at the end. */
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

/** Value as JSON, the raw parts in their places. */
export const toJson = (value: unknown): string =>
  Object.entries(RAW_JSON).reduce(
    (text, [name, json]) => text.replaceAll(`"${rawMarker(name)}"`, () => json),
    JSON.stringify(value) ?? "",
  );

const HOSTILE_TEXTS: readonly [string, ...string[]] = [
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
const HOSTILE_VALUES: readonly [unknown, ...unknown[]] = [
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

export const pickHostileText = (random: RandomNumber): string => pick(random, HOSTILE_TEXTS);
const pickHostileValue = (random: RandomNumber): unknown =>
  random() < 0.5 ? pickHostileText(random) : pick(random, HOSTILE_VALUES);

/** A value of the shape. @param words texts that mean something to the server: ids, categories, cities */
export function generateValue(shape: JsonShape, words: readonly [string, ...string[]], random: RandomNumber): unknown {
  const choice = shape.anyOf ?? shape.oneOf;
  if (choice) return generateValue(pick(random, choice as [JsonShape, ...JsonShape[]]), words, random);
  if ("const" in shape) return shape.const;
  if (shape.enum) return pick(random, shape.enum as [unknown, ...unknown[]]);
  switch (shape.type) {
    case "string":
      return generateText(shape, words, random);
    case "boolean":
      return random() < 0.5;
    case "integer":
    case "number":
      return Math.floor((shape.minimum ?? 0) + random() * (Math.min(shape.maximum ?? 600, 600) - (shape.minimum ?? 0)));
    case "array": {
      const least = shape.minItems ?? 0;
      const length = least + Math.floor(random() * (Math.min(shape.maxItems ?? 6, 6) - least + 1));
      return Array.from({ length }, () => generateValue(shape.items ?? {}, words, random));
    }
    case "object":
      return generateObject(shape, words, random);
    default:
      return pick(random, words);
  }
}

function generateObject(
  { properties = {}, required = [], additionalProperties }: JsonShape,
  words: readonly [string, ...string[]],
  random: RandomNumber,
): Record<string, unknown> {
  const given = Object.entries(properties).filter(([name]) => required.includes(name) || random() < 0.6);
  const more = typeof additionalProperties === "object" ? [[pick(random, words), additionalProperties] as const] : [];
  return Object.fromEntries([...given, ...more].map(([name, shape]) => [name, generateValue(shape, words, random)]));
}

function generateText(
  { pattern, format, minLength = 0, maxLength = 5_000 }: JsonShape,
  words: readonly [string, ...string[]],
  random: RandomNumber,
): string {
  if (format === "email") return `person-${Math.floor(random() * 1e9)}@mail.example`;
  // The contract's other patterns are fingerprints and states.
  if (pattern !== undefined) return Array.from({ length: 64 }, () => Math.floor(random() * 16).toString(16)).join("");
  return pick(random, words).slice(0, maxLength).padEnd(minLength, "x");
}

/** The value with one thing in it that is not as it should be. */
export function spoilValue(value: unknown, random: RandomNumber): unknown {
  if (random() < 0.35) return pickHostileValue(random);
  if (Array.isArray(value) && value.length > 0) {
    const at = Math.floor(random() * value.length);
    if (random() < 0.2) return Array.from({ length: 10_000 }, () => value[at] as unknown);
    return value.map((item: unknown, index) => (index === at ? spoilValue(item, random) : item));
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    const at = Math.floor(random() * (entries.length + 1));
    if (at === entries.length) return { ...value, [pickHostileText(random)]: pickHostileValue(random) };
    if (random() < 0.2) return Object.fromEntries(entries.filter((_, index) => index !== at));
    return Object.fromEntries(
      entries.map(([name, item], index) => [name, index === at ? spoilValue(item, random) : item]),
    );
  }
  if (typeof value === "string" && random() < 0.4)
    return value.repeat(1 + Math.floor(random() * 200)) + pickHostileText(random);
  return pickHostileValue(random);
}
