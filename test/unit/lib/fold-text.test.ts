import { describe, expect, it } from "vitest";
import { toSearchWords } from "../../../worker/catalogue/search-words";
import { compactName } from "../../../worker/contacts/ownership/own-domain";
import { foldName } from "../../../worker/directory/place-keys";
import { foldText } from "../../../worker/lib/fold-text";

describe("folding text", () => {
  it.each([
    ["Saint-Étienne", "saint-etienne"],
    ["Straße", "strasse"],
    ["STRAẞE", "strasse"],
    ["Œuvre, cœur", "oeuvre, coeur"],
    ["Ægir", "aegir"],
    ["Ørsted", "orsted"],
    ["Müller", "muller"],
    ["Mu\u0308ller", "muller"],
    ["İstanbul", "istanbul"],
    ["ﬁn", "fin"],
    ["Łódź", "łodz"],
    ["Αθήνα", "αθηνα"],
    ["Plain ASCII 12!", "plain ascii 12!"],
  ])("writes %s as %s", (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it("gives the keys of places, which are stored, without punctuation", () => {
    expect(foldName("  L'Haÿ-les-Roses ")).toBe("l hay les roses");
    expect(foldName("Großenhain (Sachsen)")).toBe("grossenhain sachsen");
    expect(foldName("大阪")).toBe("大阪");
  });

  it("makes one word of the spellings of the catalogue", () => {
    expect(toSearchWords("Bäcker")).toEqual(toSearchWords("backer"));
    expect(toSearchWords("œnologue")).toEqual(toSearchWords("oenologue"));
  });

  it("writes umlauts in names as domains do", () => {
    expect(compactName("Müller & Söhne")).toBe("muellersoehne");
    expect(compactName("Café Groß")).toBe("cafegross");
  });
});
