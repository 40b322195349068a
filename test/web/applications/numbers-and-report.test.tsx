import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import { NumbersTable } from "../../../web/features/applications/components/numbers-table";
import { formatAnswered } from "../../../web/features/applications/model/answer-rate";
import { findSpanProblem, toSpan } from "../../../web/features/applications/model/report-span";
import { showTexts } from "../../../web/i18n/i18n";
import { callApi, fetchFile } from "../../../web/lib/api-client";
import { getNumbers, type NumbersGroup } from "../../../worker/contract/numbers";
import { getReportCsv, getReportSummary } from "../../../worker/contract/report";
import { TEXTS } from "../../e2e/support/screen-texts";
import { startBrowserSession } from "../support/browser-fetch";
import { signUpWithSetup } from "../support/sign-up";

beforeAll(() => showTexts("en", TEXTS.en));

describe("answers of a group", () => {
  it("are counts below ten companies, and have a percentage from ten on", () => {
    expect(formatAnswered({ applied: 9, answered: 3 }, "3 sur 9", "fr")).toBe("3 sur 9");
    expect(formatAnswered({ applied: 40, answered: 12 }, "12 sur 40", "fr")).toBe("12 sur 40 (30\u00a0%)");
    expect(formatAnswered({ applied: 40, answered: 12 }, "12 of 40", "en")).toBe("12 of 40 (30%)");
    expect(formatAnswered({ applied: 0, answered: 0 }, "0 of 0", "en")).toBe("0 of 0");
  });
});

describe("the span of a record", () => {
  const today = new Date(2026, 2, 31, 23, 30);

  it.each([
    ["recent", "2026-03-02", "2026-03-31"],
    ["month", "2026-03-01", "2026-03-31"],
    ["last_month", "2026-02-01", "2026-02-28"],
    ["quarter", "2025-12-31", "2026-03-31"],
    ["year", "2025-04-01", "2026-03-31"],
  ] as const)("%s is from %s to %s on the last day of March", (choice, from, to) => {
    expect(toSpan(choice, today)).toEqual({ from, to });
    expect(findSpanProblem({ from, to })).toBeNull();
  });

  it.each([
    ["", "2026-03-31", "missing"],
    ["2026-03-31", "2026-03-30", "order"],
    ["2025-03-01", "2026-03-31", "long"],
    ["2026-03-31", "2026-03-31", null],
  ])("from %j to %j: %s", (from, to, problem) => {
    expect(findSpanProblem({ from, to })).toBe(problem);
  });
});

describe("a table of numbers", () => {
  const makeGroup = (key: string, applied: number, answered: number): NumbersGroup => ({
    key,
    applied,
    answered,
    interviews: 0,
    offers: 0,
    refused: 0,
    recent: 0,
  });
  const show = (groups: NumbersGroup[]) =>
    renderToStaticMarkup(
      <NumbersTable title="By place" column="Place" groups={groups} nameGroup={({ key }) => key ?? ""} />,
    );

  it("says in words what its bars show, which screen readers leave out", () => {
    const html = show([makeGroup("Lyon", 20, 5), makeGroup("Bron", 2, 1)]);
    expect(html).toMatch(/<th scope="row"><span>Lyon<\/span>.*?<td>5 of 20 \(25%\)<\/td>/u);
    expect(html).toMatch(/<th scope="row"><span>Bron<\/span>.*?<td>1 of 2<\/td>/u);
    expect(html.match(/class="numbers-bar" style="width:10%" aria-hidden="true"/gu)).toHaveLength(1);
  });

  it("shows eight rows at first", () => {
    const html = show(Array.from({ length: 11 }, (_, n) => makeGroup(`Town ${n}`, 3, 0)));
    expect(html.match(/scope="row"/gu)).toHaveLength(8);
    expect(html).toContain("Show 3 more");
  });
});

describe("the calls of numbers and records", () => {
  const query = { from: "2026-11-01", to: "2026-11-30", zone: "Europe/Paris" };

  it("answer for a user who has sent nothing", async () => {
    startBrowserSession();
    await signUpWithSetup();
    expect((await callApi(getNumbers, { query: { zone: "Europe/Paris" } })).total.applied).toBe(0);
    expect(await callApi(getReportSummary, { query })).toMatchObject({ applications: 0 });
    const file = await fetchFile(getReportCsv, { query: { ...query, language: "fr" } });
    expect(await file.text()).toContain('"Entreprise"');
  });

  it("fail as every call does", async () => {
    startBrowserSession();
    await expect(fetchFile(getReportCsv, { query: { ...query, language: "fr" } })).rejects.toMatchObject({
      code: "unauthenticated",
    });
  });
});
