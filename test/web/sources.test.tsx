import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { en } from "../../web/i18n/en-texts";
import { say } from "../../web/i18n/i18n";
import { arrange, type Texts } from "../../web/i18n/texts";
import { Sources } from "../../web/ui/sources";

say("en", arrange(en, "en") as unknown as Texts);
const shown = (...sources: string[]) => renderToStaticMarkup(<Sources rows={sources.map((source) => ({ source }))} />);

describe("where the rows come from", () => {
  it("is said as OpenStreetMap's licence wants it, with the link", () => {
    const html = shown("OpenStreetMap (ODbL)", "OpenStreetMap (ODbL)");
    expect(html).toContain(
      '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">© OpenStreetMap contributors (ODbL)</a>',
    );
    expect(html.match(/OpenStreetMap contributors/gu)).toHaveLength(1);
  });

  it("is said of every other directory with its licence, and OpenStreetMap is not named where it gave nothing", () => {
    expect(shown("Open List (CC0)", "Mine (CC BY)", "Open List (CC0)")).toMatch(
      /Open List \(CC0\).* · Mine \(CC BY\)/u,
    );
    expect(shown("Open List (CC0)")).not.toContain("OpenStreetMap");
  });

  it("is nothing for rows that a person has typed", () => expect(shown("")).toBe(""));
});
