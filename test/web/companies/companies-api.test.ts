import { beforeEach, expect, it } from "vitest";
import * as companies from "../../../web/features/companies/api/company-requests";
import * as messages from "../../../web/features/messages/api/message-requests";
import * as search from "../../../web/features/search/api/search-requests";
import { callApi } from "../../../web/lib/api-client";
import { categoryNamesQuery } from "../../../web/lib/category-names-query";
import { queryClient } from "../../../web/lib/query-client";
import { listArchive, listCompanies } from "../../../worker/contract/companies";
import { getCurrentGeneration } from "../../../worker/contract/messages";
import { getSearchStatus } from "../../../worker/contract/search";
import { startBrowserSession } from "../support/browser-fetch";
import { signUpWithSetup } from "../support/sign-up";

beforeEach(() => startBrowserSession());

const waitMs = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A user with companies found by a search. @returns their ids, newest first */
async function seedCompanies(): Promise<string[]> {
  await signUpWithSetup();
  const [category] = (await search.suggestCategories("boulangerie", "fr")).categories;
  const { search_id: id } = await search.runSearch([category?.gcid ?? ""], ["Lyon (France)"]);
  for (
    let tries = 0;
    tries < 60 && (await callApi(getSearchStatus, { params: { id } })).search.status === "running";
    tries += 1
  )
    await waitMs(500);
  await search.addToDashboard(id);
  return (await queryClient.fetchQuery(companies.companyIdsQuery())).ids;
}

it("walks companies through the calls of the dashboard and the archive", { timeout: 60_000 }, async () => {
  const [first = "", second = "", ...rest] = await seedCompanies();
  expect(rest.length).toBeGreaterThan(0);

  const { pages } = await queryClient.fetchInfiniteQuery(
    companies.dashboardQuery({ by: "website", order: "asc", favorites: false }),
  );
  expect(pages[0]).toMatchObject({ total: rest.length + 2, next_cursor: null });
  const sent = await queryClient.fetchInfiniteQuery(
    companies.dashboardQuery({ by: "website", order: "asc", favorites: false }, "sent"),
  );
  expect(sent.pages[0]).toMatchObject({ companies: [], total: 0, states: { sent: 0 } });
  const types = [...new Set(pages[0]?.companies.map(({ business_type: type }) => type))];
  const names = await queryClient.fetchQuery(categoryNamesQuery(types, "fr"));
  expect(Object.keys(names.translations)).toEqual(types);

  expect((await companies.setFavorite(first, true)).company).toMatchObject({ id: first, favorited: true });
  expect((await callApi(listCompanies, { query: { favorited: "true" } })).companies.map(({ id }) => id)).toEqual([
    first,
  ]);
  expect((await companies.fetchCompany(first)).company.favorited).toBe(true);
  expect((await messages.saveMessage(first, { message: "Bonjour,", subject: "Objet" })).company).toMatchObject({
    message: "Bonjour,",
    subject: "Objet",
  });
  await expect(messages.saveMessage(first, { message: " " })).rejects.toMatchObject({ code: "message_required" });

  const written = await messages.generateMessage(second, AbortSignal.timeout(20_000));
  expect(written).toMatchObject({ company: { id: second, message: written.generated_message } });
  expect((await messages.cancelMessage(second)).company.generating).toBe(false);
  const bulk = await messages.generateMessages([first, second, "nobody"], false);
  expect(bulk).toMatchObject({ generation_id: null, queued: [] });
  expect(bulk.skipped).toEqual(
    expect.arrayContaining([
      { id: first, reason: "has_message" },
      { id: "nobody", reason: "not_found" },
    ]),
  );
  const { generation_id: generation } = await messages.generateMessages([first], true);
  expect((await messages.cancelGeneration(generation ?? "")).generation.id).toBe(generation);
  expect((await callApi(getCurrentGeneration)).generation?.id).toBe(generation);

  expect(await companies.archiveCompany(first)).toEqual({ company_ids: [first] });
  expect((await companies.archiveCompanies([second, "nobody"])).company_ids).toEqual([second]);
  expect((await callApi(listArchive)).companies.map(({ id }) => id).toSorted()).toEqual([first, second].toSorted());
  expect((await queryClient.fetchInfiniteQuery(companies.archiveQuery())).pages[0]?.total).toBe(2);
  expect(await companies.restoreCompany(first)).toEqual({ company_ids: [first] });
  expect(await companies.restoreCompanies([first])).toEqual({ company_ids: [first] });
  await expect(companies.deleteCompany(first)).rejects.toMatchObject({ status: 409, code: "not_archived" });
  expect(await companies.deleteCompany(second)).toEqual({ company_ids: [second] });
  await companies.archiveCompanies([first]);
  expect(await companies.deleteCompanies([first])).toEqual({ company_ids: [first] });
  await expect(companies.fetchCompany(first)).rejects.toMatchObject({ status: 404 });
});
