import { describe, expect, it } from "vitest";
import {
  chooseQuickly,
  countByEmail,
  countFound,
  countFilters,
  filterFound,
  findTwins,
  type FoundFilter,
  type FoundLine,
  isTicked,
  listFilterOptions,
  listRange,
  NO_FILTER,
  sortFound,
  toFoundLines,
  toggleAll,
  withoutTwins,
  withoutDefaults,
} from "../../../web/features/search/model/found-view";
import { listAddable } from "../../../web/features/search/model/rules-search";
import { readMapTiles } from "../../../web/lib/map-tiles";
import { makeFoundCompany } from "../support/found-company";

const bakery = makeFoundCompany({ id: "bakery", name: "Élan", email: "a@b.fr", distance_km: 4, size: "10-49" });
const office = makeFoundCompany({
  id: "office",
  name: "Zinc",
  business_type: "office_company;shop_books",
  distance_km: 0.5,
  size: "1-9",
  sector: "Conseil",
});
const far = makeFoundCompany({ id: "far", name: "Elan du Sud", email: "c@d.fr", distance_km: 12 });
const known = makeFoundCompany({ id: "known", duplicate: true, known: true });
const ALL = [bakery, office, far, known];
const listIds = (companies: readonly { id: string }[]) => companies.map(({ id }) => id);

describe("results with the same name in the same town", () => {
  const first = makeFoundCompany({ id: "a", name: "Élan", city: "Lyon", website: "https://elan.example/" });
  const find = (other: Parameters<typeof makeFoundCompany>[0]) =>
    [...findTwins([first, makeFoundCompany({ ...first, id: "b", ...other })])].map(([id, twin]) => [id, twin.id]);

  it("are told apart as probably one, where their sites differ", () => {
    expect(find({ name: "elan", website: "https://elan-lyon.example/" })).toEqual([["b", "a"]]);
    expect(find({ website: first.website })).toEqual([]);
  });

  it("are not where the town differs, or one is on the list already", () => {
    expect(find({ city: "Vienne", website: "https://elan-vienne.example/" })).toEqual([]);
    expect(find({ duplicate: true, website: "https://elan-lyon.example/" })).toEqual([]);
  });
});

describe("the filters of the results", () => {
  it("offer the values that the results have, and distances that leave some out", () => {
    expect(listFilterOptions(ALL)).toEqual({
      activities: ["office_company", "shop_bakery", "shop_books"],
      sizes: ["1-9", "10-49"],
      sectors: ["Conseil"],
      distancesKm: [1, 2, 5, 10],
      known: 1,
    });
    expect(listFilterOptions([known])).toMatchObject({ distancesKm: [], sizes: [], sectors: [] });
  });

  it("offer to show what is hidden, and nothing where all is shown", () => {
    const seen = makeFoundCompany({ id: "seen", seen: true, website: "https://seen.example/" });
    expect(listFilterOptions([bakery, known, seen]).known).toBe(2);
    expect(listFilterOptions([known, seen]).known).toBe(0);
    // Found twice, by its site, it is one company of the list.
    const twice = ["one", "two"].map((id) => ({ ...known, id }));
    const other = { ...known, id: "other", website: "", email: "a@b.fr" };
    expect(listFilterOptions([bakery, ...twice, other]).known).toBe(2);
  });

  it("are counted when they are on", () => {
    expect(countFilters(NO_FILTER)).toBe(0);
    expect(countFilters({ ...NO_FILTER, activity: "shop_books", maxKm: 5, withEmail: true })).toBe(3);
  });

  it.each<[Partial<FoundFilter>, string[]]>([
    [{}, ["bakery", "office", "far"]],
    [{ activity: "shop_books" }, ["office"]],
    [{ size: "10-49" }, ["bakery"]],
    [{ sector: "Conseil" }, ["office"]],
    [{ maxKm: 5 }, ["bakery", "office"]],
    [{ withEmail: true }, ["bakery", "far"]],
    [{ withEmail: true, maxKm: 5 }, ["bakery"]],
    [{ known: true }, ["bakery", "office", "far", "known"]],
    // One whose distance is unknown is in no circle.
    [{ known: true, maxKm: 50 }, ["bakery", "office", "far"]],
  ])("%j leave %j", (filter, ids) => {
    expect(listIds(filterFound(ALL, { ...NO_FILTER, ...filter }))).toEqual(ids);
  });

  it("hide what an earlier run of a kept search has found, which is not ticked either", () => {
    const seen = makeFoundCompany({ id: "seen", seen: true, email: "a@b.fr" });
    expect(listIds(filterFound([bakery, seen], NO_FILTER))).toEqual(["bakery"]);
    expect(listIds(filterFound([bakery, seen], { ...NO_FILTER, known: true }))).toEqual(["bakery", "seen"]);
    expect([isTicked(seen, new Map()), isTicked(seen, new Map([["seen", true]]))]).toEqual([false, true]);
  });

  it("leave those that the user has when there are no others", () => {
    expect(listIds(filterFound([known], NO_FILTER))).toEqual(["known"]);
  });
});

it.each([
  ["found", ["bakery", "office", "far", "known"]],
  ["email", ["bakery", "far", "office", "known"]],
  ["distance", ["office", "bakery", "far", "known"]],
  ["name", ["bakery", "far", "known", "office"]],
  ["activity", ["office", "bakery", "far", "known"]],
] as const)("sorted by %s: %j", (sort, ids) => {
  const names = new Map([
    ["shop_bakery", "Boulangerie"],
    ["office_company", "Agence"],
  ]);
  expect(listIds(sortFound(ALL, sort, (gcid) => names.get(gcid) ?? ""))).toEqual(ids);
});

describe("companies of one chain", () => {
  const first = makeFoundCompany({ id: "1", name: "Paul Bellecour", chain: "PAUL", website: "https://a.fr/" });
  const other = makeFoundCompany({ id: "2", name: "Alone", website: "https://b.fr/" });
  const second = makeFoundCompany({ id: "3", name: "Paul Part-Dieu", chain: "Paul", website: "https://c.fr/" });
  const sameSite = makeFoundCompany({ id: "4", name: "Alone, again", website: "https://b.fr/", duplicate: true });
  const noSite = ["5", "6"].map((id) => makeFoundCompany({ id, website: "" }));
  const describeLine = (line: FoundLine) =>
    "group" in line ? `${line.group.name} (${line.group.companies.length})` : `${line.grouped ? "- " : ""}${line.id}`;

  it("are one line with their number, where the first one stood; the open ones follow it", () => {
    const closed = toFoundLines([first, other, second], new Set());
    expect(closed.map(describeLine)).toEqual(["PAUL (2)", "2"]);
    const open = toFoundLines([first, other, second], new Set([closed[0]?.id ?? ""]));
    expect(open.map(describeLine)).toEqual(["PAUL (2)", "- 1", "- 3", "2"]);
  });

  it("have their own name where all have the same, in place of the domain of their site", () => {
    const branches = ["1", "2"].map((id) => makeFoundCompany({ id, name: "Paul", chain: "paul.fr" }));
    expect(toFoundLines(branches, new Set()).map(describeLine)).toEqual(["Paul (2)"]);
  });

  it("are also those whose entries lead to one site, and never those without a site", () => {
    expect(toFoundLines([other, sameSite, ...noSite], new Set()).map(describeLine)).toEqual(["Alone (2)", "5", "6"]);
  });
});

describe("what is ticked", () => {
  it("is, without a choice, what can be written to, and never a duplicate", () => {
    expect(ALL.filter((company) => isTicked(company, new Map()))).toEqual([bakery, far]);
    const choices = new Map([
      ["office", true],
      ["far", false],
      ["known", true],
    ]);
    expect(ALL.filter((company) => isTicked(company, choices))).toEqual([bakery, office]);
  });

  it("is counted with and without an address", () => {
    expect(countByEmail(ALL)).toEqual({ reachable: 2, others: 2 });
  });
});

describe("the tile server", () => {
  it("needs an address and an attribution", () => {
    const url = "https://tile.example.org/{z}/{x}/{y}.png";
    expect(readMapTiles({})).toBeUndefined();
    expect(readMapTiles({ VITE_MAP_TILES_URL: url })).toBeUndefined();
    expect(readMapTiles({ VITE_MAP_TILES_URL: "", VITE_MAP_ATTRIBUTION: "© A" })).toBeUndefined();
    expect(readMapTiles({ VITE_MAP_TILES_URL: url, VITE_MAP_ATTRIBUTION: "© A" })).toEqual({
      url,
      attribution: "© A",
      attributionUrl: "",
    });
  });
});

describe("the numbers of a search", () => {
  const duplicate = makeFoundCompany({ id: "twice", duplicate: true });
  const seen = makeFoundCompany({ id: "seen", seen: true, email: "e@f.fr" });
  const counts = {
    status: "running",
    total_companies: 7,
    new_companies: 3,
    duplicate_companies: 2,
    known_companies: 1,
    seen_companies: 1,
  } as const;

  it("add up to the companies found", () => {
    const [total, ...groups] = countFound(counts, [...ALL, duplicate, seen]);
    expect(groups).toEqual([
      ["withEmail", 2],
      ["withoutEmail", 1],
      ["seen", 1],
      ["known", 1],
      ["duplicates", 1],
      ["reading", 1],
    ]);
    expect(total).toEqual(["total", groups.reduce((sum, [, count]) => sum + count, 0)]);
  });

  it("tell sites that a stopped search has not read from companies without an address", () => {
    const stopped = [
      makeFoundCompany({ id: "read" }),
      makeFoundCompany({ id: "unread", unread: true }),
      makeFoundCompany({ id: "known address", unread: true, email: "a@b.fr" }),
    ];
    const none = { status: "completed", duplicate_companies: 0, known_companies: 0, seen_companies: 0 } as const;
    expect(countFound({ ...none, total_companies: 3, new_companies: 3 }, stopped)).toEqual([
      ["total", 3],
      ["withEmail", 1],
      ["withoutEmail", 1],
      ["unread", 1],
    ]);
  });

  it("add up while the list is newer than they are, and leave out groups without any", () => {
    const none = { status: "running", duplicate_companies: 0, known_companies: 0, seen_companies: 0 } as const;
    expect(countFound({ ...none, total_companies: 1, new_companies: 1 }, ALL)).toEqual([
      ["total", 4],
      ["withEmail", 2],
      ["withoutEmail", 1],
      ["reading", 1],
    ]);
  });

  it("call nobody a company without an address before its row has come", () => {
    const none = { duplicate_companies: 0, known_companies: 0, seen_companies: 0 };
    const fresh = { ...none, status: "running", total_companies: 30, new_companies: 20 } as const;
    expect(countFound(fresh, [bakery])).toEqual([
      ["total", 30],
      ["withEmail", 1],
      ["withoutEmail", 0],
      ["reading", 29],
    ]);
    expect(countFound({ ...fresh, status: "completed" }, [])).toEqual([
      ["total", 30],
      ["withEmail", 0],
      ["withoutEmail", 0],
    ]);
  });
});

describe("results that some companies were added from", () => {
  const [added, left] = [
    makeFoundCompany({ id: "added", email: "a@b.fr", added: true }),
    makeFoundCompany({ id: "left", email: "c@d.fr" }),
  ];

  it("can be chosen from again, but what was added cannot be ticked", () => {
    expect(isTicked(added, new Map([["added", true]]))).toBe(false);
    expect(listIds(listAddable([added, left]))).toEqual(["left"]);
    expect(toggleAll([added, left], new Map(), findTwins([added, left])).next).toEqual(new Map([["left", false]]));
  });

  it("have nothing ticked but what the user ticks now", () => {
    expect(isTicked(left, withoutDefaults([added, left], new Map()))).toBe(false);
    expect(isTicked(left, withoutDefaults([added, left], new Map([["left", true]])))).toBe(true);
  });
});

describe("choosing many results at once", () => {
  const many = Array.from({ length: 14 }, (_, i) =>
    makeFoundCompany({
      id: `c${i}`,
      name: `c${i}`,
      website: `https://c${i}.fr/`,
      email: i % 7 === 6 ? "" : `a@c${i}.fr`,
    }),
  );
  const twins = findTwins(many);
  const listTicked = (choices: ReadonlyMap<string, boolean>, of = many) =>
    listIds(of.filter((company) => isTicked(company, choices)));

  it("the box of all rows unticks everything first, then ticks those with an address", () => {
    const first = toggleAll(many, new Map([["c0", false]]), twins);
    expect([first.ticked, first.all]).toEqual([true, false]);
    expect(listTicked(first.next)).toEqual([]);
    const second = toggleAll(many, first.next, twins);
    expect(second.ticked).toBe(false);
    expect(listTicked(second.next)).toHaveLength(12);
    expect(toggleAll(many, second.next, twins)).toMatchObject({ ticked: true, all: true });
    expect(listTicked(toggleAll([office], new Map(), twins).next, [office])).toEqual(["office"]);
  });

  it("leaves rows alone that a filter hides", () => {
    const { next } = toggleAll(many.slice(0, 2), new Map(), twins);
    expect(listTicked(next)).toEqual(["c2", "c3", "c4", "c5", "c7", "c8", "c9", "c10", "c11", "c12"]);
  });

  it("takes the first ten with an address in the order shown, only those shown, or none", () => {
    const shown = many.toReversed();
    expect(listTicked(chooseQuickly("first", many, shown, twins))).toEqual([
      "c2",
      "c3",
      "c4",
      "c5",
      "c7",
      "c8",
      "c9",
      "c10",
      "c11",
      "c12",
    ]);
    expect(listTicked(chooseQuickly("shown", many, many.slice(5, 8), twins))).toEqual(["c5", "c7"]);
    expect(listTicked(chooseQuickly("none", many, shown, twins))).toEqual([]);
    expect(listTicked(chooseQuickly("shown", ALL, ALL, findTwins(ALL)), ALL)).toEqual(["bakery", "far"]);
  });

  it("leaves the second of two that are probably one company for the user to tick", () => {
    const [one, twin] = ["one", "twin"].map((id) =>
      makeFoundCompany({ id, website: `https://${id}.fr/`, email: `a@${id}.fr` }),
    );
    if (!one || !twin) throw new Error("two companies are needed");
    const all = [one, twin];
    expect(listTicked(withoutTwins(findTwins(all), new Map()), all)).toEqual(["one"]);
    expect(listTicked(withoutTwins(findTwins(all), new Map([["twin", true]])), all)).toEqual(["one", "twin"]);
    expect(listTicked(withoutTwins(findTwins(all), new Map([["one", false]])), all)).toEqual(["twin"]);
    expect(listTicked(chooseQuickly("shown", all, all, findTwins(all)), all)).toEqual(["one"]);
    expect(listTicked(chooseQuickly("shown", all, [twin], findTwins(all)), all)).toEqual(["twin"]);
    const none = new Map(all.map(({ id }) => [id, false] as const));
    expect(listTicked(toggleAll(all, none, findTwins(all)).next, all)).toEqual(["one"]);
  });

  it("takes a range of lines, with closed groups whole", () => {
    const chain = { chain: "Lidl", website: "" };
    const [x, y] = [makeFoundCompany({ id: "x", ...chain }), makeFoundCompany({ id: "y", ...chain })];
    const [first, last] = [
      makeFoundCompany({ id: "first", website: "" }),
      makeFoundCompany({ id: "last", website: "" }),
    ];
    const closed = toFoundLines([first, x, last, y], new Set());
    expect(listIds(listRange(closed, "first", "last"))).toEqual(["first", "x", "y", "last"]);
    const [, group] = closed;
    const open = toFoundLines([first, x, last, y], new Set([group?.id ?? ""]));
    expect(listIds(listRange(open, "first", "x"))).toEqual(["first", "x"]);
    expect(listIds(listRange(open, null, "last"))).toEqual(["last"]);
  });
});
