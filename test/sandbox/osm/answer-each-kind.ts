interface Company {
  type: "node" | "way";
  id: number;
  tags: Record<string, string>;
}

/** Overpass's answer to a query of the product, with the same companies for each kind in it. */
export function answerEachKind(query: string, companies: Company[]): { version: number; elements: unknown[] } {
  const kinds = [...query.matchAll(/ out count;/gu)];
  const limit = Number(/out body (\d+);/u.exec(query)?.[1]);
  const [points, grounds] = [
    companies.filter(({ type }) => type === "node"),
    companies.filter(({ type }) => type === "way"),
  ];
  const count = {
    type: "count",
    id: 0,
    tags: {
      nodes: String(points.length),
      ways: String(grounds.length),
      relations: "0",
      total: String(companies.length),
    },
  };
  return {
    version: 0.6,
    elements: kinds.flatMap(() => [count, ...points.slice(0, limit), ...grounds.slice(0, limit)]),
  };
}
