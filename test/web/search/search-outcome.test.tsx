import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, it } from "vitest";
import { SearchOutcomeBanner } from "../../../web/features/search/components/search-outcome";
import { showTexts } from "../../../web/i18n/i18n";
import { queryClient } from "../../../web/lib/query-client";
import type { Search } from "../../../worker/contract/search";
import { TEXTS } from "../../e2e/support/screen-texts";
import { makeSearch } from "../support/search";

const describeOutcome = (rest: Partial<Search>) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <SearchOutcomeBanner search={makeSearch(rest)} onResumed={() => undefined} />
    </QueryClientProvider>,
  )
    .replaceAll(/<[^>]+>/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim();

describe("the outcome of a search", () => {
  beforeEach(() => showTexts("en", TEXTS.en));

  it("that was stopped says so, with the sites that were not read, and offers to go on", () => {
    expect(describeOutcome({ stopped: true, unread_companies: 300 })).toBe(
      "Search stopped: 300 sites were not read. Continue the search",
    );
    expect(describeOutcome({ stopped: true })).toBe("Search stopped. Continue the search");
    expect(describeOutcome({})).toBe("Search complete.");
  });

  it("from which companies were added says how many, and how many are left", () => {
    const added = { added_to_dashboard: true, new_companies: 78, added_companies: 10 };
    expect(describeOutcome(added)).toBe("10 companies added to your list. 68 not added yet: tick any you want.");
    expect(describeOutcome({ ...added, added_companies: 78 })).toBe("78 companies added to your list.");
    // Three that were seen before were ticked, too.
    expect(describeOutcome({ ...added, added_companies: 81 })).toBe("81 companies added to your list.");
    expect(describeOutcome({ ...added, stopped: true })).toContain("10 companies added to your list.");
  });

  it("that found only what is in the list counts each company once", () => {
    const known = { new_companies: 0, total_companies: 3, duplicate_companies: 3 };
    expect(describeOutcome({ ...known, known_companies: 2 })).toBe(
      "All 2 companies found are already in your list or in your archive.",
    );
    expect(describeOutcome(known)).toContain("All 3 companies");
    expect(describeOutcome({ ...known, added_to_dashboard: true })).toBe(
      "Nothing added: these companies were already in your list.",
    );
  });

  it("whose results are gone does not offer to go on", () => {
    expect(describeOutcome({ stopped: true, discarded: true })).toBe("These results were discarded.");
  });
});
