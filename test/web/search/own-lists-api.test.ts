import { beforeEach, describe, expect, it } from "vitest";
import * as search from "../../../web/features/search/api/search-requests";
import { changeColumn, changeHeader } from "../../../web/features/search/model/list-columns";
import { isFinished } from "../../../web/features/search/model/rules-search";
import { findRunningSearchId } from "../../../web/features/search/model/running-search";
import { queryClient } from "../../../web/lib/query-client";
import { shapes } from "../../sandbox/companies/shapes/all-shapes";
import { toDomain } from "../../sandbox/companies/site";
import { cities } from "../../sandbox/osm/cities";
import { startBrowserSession } from "../support/browser-fetch";
import { signUpWithSetup } from "../support/sign-up";

/** A site of the sandbox that takes long. */
function makeSlowDomain(): string {
  const [city] = cities;
  if (!city) throw new Error("the sandbox has no city");
  return toDomain(
    "Atelier Lent",
    city,
    shapes.findIndex(({ id }) => id === "drip"),
    3,
  );
}

const COLUMNS = [
  { header: "Nom", examples: [], field: "name" as const },
  { header: "Site", examples: [], field: "website" as const },
  { header: "Autre", examples: [], field: null },
];

describe("a column of a file", () => {
  const preview = { columns: COLUMNS, has_header: true };

  it("that holds something else takes the field from the column that had it", () => {
    expect(changeColumn(preview, 2, "website")).toEqual({ columns: "name,-,website", header: "true" });
    expect(changeColumn(preview, 0, null)).toEqual({ columns: "-,website,-", header: "true" });
  });

  it("keeps its field when the first line turns out to be a company", () => {
    expect(changeHeader(preview, false)).toEqual({ columns: "name,website,-", header: "false" });
  });
});

describe("companies of the user's own", () => {
  beforeEach(async () => {
    startBrowserSession();
    queryClient.clear();
    await signUpWithSetup();
  });

  const fetchStatus = async (id: string) =>
    (await queryClient.fetchQuery({ ...search.searchStatusQuery(id), staleTime: 0 })).search;
  async function waitForEnd(id: string): Promise<void> {
    await expect.poll(async () => isFinished(await fetchStatus(id)), { timeout: 30_000 }).toBe(true);
  }

  it("go from a file to results through their calls", { timeout: 60_000 }, async () => {
    const file = new File(["Nom;Pour postuler\nRoy;rh@roy.example\nPetit;http://10.0.0.1/"], "salon.csv");
    const first = await search.previewListFile(file, {});
    expect(first.problems.map(({ line, reason }) => [line, reason])).toEqual([
      [2, "no_contact"],
      [3, "no_contact"],
    ]);
    const query = changeColumn(first, 1, "email");
    expect(await search.previewListFile(file, query)).toMatchObject({
      total: 1,
      problems: [{ line: 3, field: "email", reason: "private_address" }],
    });
    const { search_id: id, search: started } = await search.runListFile(file, query);
    expect(started.list).toEqual({ name: "salon.csv", part: 1, parts: 1, companies: 1 });
    await waitForEnd(id);
    const { companies } = await queryClient.fetchQuery(search.foundCompaniesQuery(id, false));
    expect(companies).toMatchObject([{ name: "Roy", email: "rh@roy.example", contacts: [{ how: "user" }] }]);
    const typed = { company_id: companies[0]?.id ?? "", email: "chef@roy.example" };
    expect(await search.setFoundEmail(id, typed)).toMatchObject({ mail_check: "accepts" });
    expect(await search.addToDashboard(id)).toMatchObject({ added_count: 1 });
  });

  it("go from pasted addresses to results, and wait while another search runs", { timeout: 60_000 }, async () => {
    const text = `roy.example ${makeSlowDomain()}`;
    expect(await search.previewPastedList(text)).toMatchObject({ total: 2, columns: [] });
    const { search_id: id } = await search.runPastedList(text);
    const refused: unknown = await search
      .runTypedCompany({ name: "Roy", email: "rh@roy.example" })
      .catch((error: unknown) => error);
    expect(findRunningSearchId(refused)).toBe(id);
    await search.cancelSearch(id);
  });
});
