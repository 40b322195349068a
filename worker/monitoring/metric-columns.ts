/**
 * The kinds of data points, with their texts and numbers in the order in which they are written: behind the version,
 * `blob2`, `blob3`…, and `double1`, `double2`…. Nothing here may name a person, a company or an address. New columns go
 * to the end: data points of the last three months keep their order.
 */
export const METRICS = {
  /** Each answer of the API; `route` with its method, as the code writes it. */
  request: { texts: ["route", "status", "shard"], numbers: ["ms"] },
  /** Each batch of a queue; `age_ms` of its oldest message, `repeated` messages that failed before. */
  queue: { texts: ["queue", "outcome"], numbers: ["ms", "age_ms", "messages", "repeated"] },
  /** Each failed or missing answer of a binding: database, queue or object. */
  binding_failure: { texts: ["dependency", "call"], numbers: [] },
  /** Each mail that was to be sent; `purpose` is an application, a follow-up or a test. */
  send: { texts: ["purpose", "outcome", "reason"], numbers: ["ms"] },
  /** Each try at the language model. */
  model: {
    texts: ["prompt", "model", "outcome"],
    numbers: ["ms", "tokens_in", "tokens_cached", "tokens_written", "tokens_out"],
  },
  /** The day's calls of the language model, of all users, after each lease of some; those on lease count as used. */
  budget: { texts: [], numbers: ["used", "per_day"] },
} as const;

export type MetricKind = keyof typeof METRICS;
type Values<K extends MetricKind> = Record<(typeof METRICS)[K]["texts"][number], string> &
  Record<(typeof METRICS)[K]["numbers"][number], number>;
export type DataPoint = { [K in MetricKind]: { kind: K } & Values<K> }[MetricKind];

/** The column of Analytics Engine for each value of a kind. */
export function listColumns(kind: MetricKind): Record<string, string> {
  const { texts, numbers } = METRICS[kind];
  return Object.fromEntries<string>([
    ["kind", "index1"],
    ...["version", ...texts].map((name, at) => [name, `blob${at + 1}`] as const),
    ...numbers.map((name, at) => [name, `double${at + 1}`] as const),
  ]);
}
