import type { Language } from "../../worker/contract/fields";
import type { fr } from "./fr-texts";
import { typesetFrench } from "./typeset";

const SUFFIXES = ["zero", "one", "many", "other"] as const;
type Suffix = (typeof SUFFIXES)[number];
/** A text whose form depends on a number: `more_one` and `more_other` of the files are the one text `more`. */
interface Plural {
  readonly forms: { readonly [form in Suffix]?: string };
}
type NameOf<K, T> = K extends `${infer Name}_${Suffix}` ? (`${Name}_other` extends keyof T ? Name : K) : K;
type Arranged<T> = {
  readonly [K in keyof T as NameOf<K, T>]: T[K] extends string
    ? NameOf<K, T> extends K
      ? string
      : Plural
    : Arranged<T[K]>;
};
/** All texts of a language; the French ones say which there are. */
export type Texts = Arranged<typeof fr>;

/** What is put into `{{name}}`. Numbers are written as the language writes them. */
type Values = Readonly<Record<string, string | number>>;
/** Finds a text by a path that the compiler checks, puts the values in, and takes the form that `count` wants. */
interface Translate {
  (find: (texts: Texts) => string, values?: Values): string;
  (find: (texts: Texts) => Plural, values: Values & { count: number }): string;
  (find: (texts: Texts) => string | Plural, values: Values & { count: number }): string;
}

/** A language as it is spoken on screen. */
export interface Spoken {
  language: Language;
  texts: Texts;
  t: Translate;
}

interface Files {
  readonly [key: string]: string | Files;
}

/** `more_one` is the form `one` of `more`; any other key is a text of its own. */
function partsOf(key: string): [name: string, suffix?: Suffix] {
  const at = key.lastIndexOf("_");
  const suffix = at < 0 ? undefined : SUFFIXES.find((each) => each === key.slice(at + 1));
  return suffix === undefined ? [key] : [key.slice(0, at), suffix];
}

/** Files of texts as they are used: plural forms together, French with its unbreakable spaces. A group of texts is arranged when one of them is wanted first. */
export function arrange(files: Files, language: Language): Record<string, unknown> {
  const arranged: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(files)) {
    const [name, suffix] = partsOf(key);
    const set = language === "fr" && typeof value === "string" ? typesetFrench(value) : value;
    if (typeof set !== "string") later(arranged, key, () => arrange(set, language));
    else if (suffix === undefined || !(`${name}_other` in files)) arranged[key] = set;
    else arranged[name] = { forms: { ...(arranged[name] as Plural | undefined)?.forms, [suffix]: set } };
  }
  return arranged;
}

/** A property that is made when it is first read. */
function later(target: object, key: string, make: () => unknown): void {
  const keep = (value: unknown) => void Object.defineProperty(target, key, { value, enumerable: true });
  Object.defineProperty(target, key, {
    configurable: true,
    enumerable: true,
    get: () => {
      const value = make();
      keep(value);
      return value;
    },
  });
}

const SEPARATORS: Record<Language, string> = { fr: "\u202f", en: "," };
/** A count as the language writes it. The browser takes 15 ms to have its own number format ready, and every screen counts something. */
export const formatCount = (count: number, language: Language): string =>
  String(count).replaceAll(/\B(?=(?:\d{3})+$)/gu, SEPARATORS[language]);

/** @param texts arranged; parts that no screen has asked for yet may be missing */
export function speak(language: Language, texts: Texts): Spoken {
  let plurals: Intl.PluralRules | undefined;
  const formOf = ({ forms }: Plural, count: number): string => {
    plurals ??= new Intl.PluralRules(language);
    return (
      (count === 0 ? forms.zero : undefined) ??
      (forms as Record<string, string>)[plurals.select(count)] ??
      forms.other ??
      ""
    );
  };
  const t = (find: (texts: Texts) => string | Plural, values: Values = {}): string => {
    const found = find(texts);
    const text = typeof found === "string" ? found : formOf(found, Number(values.count));
    if (!text.includes("{{")) return text;
    return text.replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => {
      const value = values[name] ?? "";
      return typeof value === "number" ? formatCount(value, language) : value;
    });
  };
  return { language, texts, t };
}
