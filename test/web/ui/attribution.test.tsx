import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { showTexts } from "../../../web/i18n/i18n";
import { Attribution } from "../../../web/ui/company/attribution";
import { ADDED_BY_USER } from "../../../worker/contract/companies";
import { TEXTS } from "../../e2e/support/screen-texts";

showTexts("en", TEXTS.en);
const renderSources = (...sources: string[]) =>
  renderToStaticMarkup(<Attribution rows={sources.map((source) => ({ source }))} />);

describe("the attribution of sources", () => {
  it("follows OpenStreetMap's licence, with the link", () => {
    const html = renderSources("OpenStreetMap (ODbL)", "OpenStreetMap (ODbL)");
    expect(html).toContain(
      '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">© OpenStreetMap ' +
        "contributors (ODbL)</a>",
    );
    expect(html.match(/OpenStreetMap contributors/gu)).toHaveLength(1);
  });

  it("names every other directory with its licence, and OpenStreetMap only where it is a source", () => {
    expect(renderSources("Open List (CC0)", "Mine (CC BY)", "Open List (CC0)")).toMatch(
      /Open List \(CC0\).* · Mine \(CC BY\)/u,
    );
    expect(renderSources("Open List (CC0)")).not.toContain("OpenStreetMap");
  });

  it("names each directory of a company that several of them know", () => {
    const html = renderSources("Open List (CC0) · OpenStreetMap (ODbL-1.0)", "Open List (CC0)");
    expect(html.match(/Open List \(CC0\)/gu)).toHaveLength(1);
    expect(html).toContain("https://www.openstreetmap.org/copyright");
  });

  it("leads to a directory whose address is known", () => {
    const sources = [{ name: "Open List", licence: "CC0", url: "https://list.example/licence" }];
    const html = renderToStaticMarkup(<Attribution rows={[{ source: "Open List (CC0)", sources }]} />);
    expect(html).toContain('href="https://list.example/licence"');
  });

  it("is empty for rows that the user added, which have no licence", () => {
    expect(renderSources("")).toBe("");
    expect(renderSources(ADDED_BY_USER)).toBe("");
  });
});
