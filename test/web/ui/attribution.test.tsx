import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { showTexts } from "../../../web/i18n/i18n";
import { Attribution } from "../../../web/ui/company/attribution";
import { TEXTS } from "../../e2e/support/screen-texts";

showTexts("en", TEXTS.en);
const renderSources = (...sources: string[]) =>
  renderToStaticMarkup(<Attribution rows={sources.map((source) => ({ source }))} />);

describe("where the rows come from", () => {
  it("is said as OpenStreetMap's licence wants it, with the link", () => {
    const html = renderSources("OpenStreetMap (ODbL)", "OpenStreetMap (ODbL)");
    expect(html).toContain(
      '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">© OpenStreetMap ' +
        "contributors (ODbL)</a>",
    );
    expect(html.match(/OpenStreetMap contributors/gu)).toHaveLength(1);
  });

  it("is said of every other directory with its licence, and OpenStreetMap is not named where it gave nothing", () => {
    expect(renderSources("Open List (CC0)", "Mine (CC BY)", "Open List (CC0)")).toMatch(
      /Open List \(CC0\).* · Mine \(CC BY\)/u,
    );
    expect(renderSources("Open List (CC0)")).not.toContain("OpenStreetMap");
  });

  it("is nothing for rows that a person has typed", () => expect(renderSources("")).toBe(""));
});
