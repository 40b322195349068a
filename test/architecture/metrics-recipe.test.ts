import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listColumns, METRICS, type MetricKind } from "../../worker/monitoring/metric-columns";

const root = join(import.meta.dirname, "../..");
const operations = readFileSync(join(root, "docs/operations.md"), "utf8");

/** The queries for a dashboard. The inner one names the columns, the outer one reckons with the names. */
const queries = [...operations.matchAll(/```sql\n(SELECT[^]*?)```/gu)].map(([, text = ""]) => {
  const [, outer = "", inner = ""] = /^([^]*?)\nFROM \((SELECT[^]*?)\)\n?(?:GROUP|$)/u.exec(text) ?? [];
  return { text, outer, inner, kind: /index1 = '(\w+)'/u.exec(inner)?.[1] ?? "" };
});
const isKind = (kind: string): kind is MetricKind => kind in METRICS;

describe("the recipe for a dashboard", () => {
  it("has a query for every kind of data point", () => {
    expect(new Set(queries.map(({ kind }) => kind))).toEqual(new Set(Object.keys(METRICS)));
  });

  it.each(queries)("names the columns of $kind as the code writes them", ({ text, inner, kind }) => {
    if (!isKind(kind)) throw new Error(`no kind of data point in ${text}`);
    const columns = Object.entries(listColumns(kind)).map(([name, column]) => `${column} AS ${name}`);
    const named = [...inner.matchAll(/\b((?:blob|double)\d+) AS (\w+)/gu)].map(([each]) => each);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((each) => !columns.includes(each))).toEqual([]);
    expect([...text.matchAll(/\b(?:blob|double)\d+/gu)]).toHaveLength(named.length);
  });

  it.each(queries)("reckons with named columns of $kind only", ({ outer, inner }) => {
    const names = new Set([...inner.matchAll(/ AS (\w+)/gu)].map(([, name]) => name));
    const own = new Set([...outer.matchAll(/ AS (\w+)/gu)].map(([, name]) => name));
    const used = outer.replaceAll(/'[^']*'| AS \w+|\b(?:SELECT|SUM|SUMIF|MAX|quantileExactWeighted)\b|[\d.]+/gu, "");
    const words = [...used.matchAll(/[a-z]\w*/giu)].map(([word]) => word);
    expect(words.length).toBeGreaterThan(0);
    expect(words.filter((word) => !names.has(word) && !own.has(word))).toEqual([]);
  });

  it("reads the dataset that wrangler.toml names", () => {
    const wrangler = readFileSync(join(root, "wrangler.toml"), "utf8");
    expect(wrangler).toMatch(/^# binding = "METRICS"\n# dataset = "candidature"$/mu);
    for (const { inner } of queries) expect(inner).toMatch(/FROM candidature WHERE/u);
  });

  it("sets alerts on names that its queries give", () => {
    const table = operations.slice(operations.indexOf("Alerts on them"), operations.indexOf("### Brakes"));
    const named = [...table.matchAll(/`([a-z]\w*)`/gu)].map(([, name = ""]) => name);
    const values = ["unknown", "refused", "answered"];
    const given = queries.flatMap(({ outer }) => [...outer.matchAll(/\b[a-z]\w*/gu)].map(([word]) => word));
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !given.includes(name) && !values.includes(name))).toEqual([]);
  });
});
