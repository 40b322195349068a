import type { ValueSchema } from "./stored-value";

/** What the parameters of a screen's address may be: zod schemas, or those of `stored-value`. */
export type UrlParameters = Readonly<Record<string, ValueSchema<string | number>>>;
/** Values of parameters; undefined for what is absent or unknown. */
export type UrlState<P extends UrlParameters> = {
  [Name in keyof P]?: (P[Name] extends ValueSchema<infer Value extends string | number> ? Value : never) | undefined;
};

/** Reads parameters from the query of an address. An unknown value counts as absent, never as an error. */
export function parseUrlState<P extends UrlParameters>(parameters: P, search: string): UrlState<P> {
  const given = new URLSearchParams(search);
  const values: Record<string, string | number> = {};
  for (const [name, schema] of Object.entries(parameters)) {
    const parsed = schema.safeParse(given.get(name) ?? undefined);
    if (parsed.success) values[name] = parsed.data;
  }
  return values as UrlState<P>;
}

/** The query of an address with some parameters changed; undefined removes one, and others stay. */
export function changeUrlState(search: string, change: Readonly<Record<string, string | number | undefined>>): string {
  const given = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) given.delete(name);
    else given.set(name, String(value));
  }
  const query = given.toString();
  return query === "" ? "" : `?${query}`;
}
