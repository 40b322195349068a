import { getDocumentProxy } from "unpdf";
import { describe, expect, it } from "vitest";
import {
  findPlace,
  type Letter,
  splitParagraphs,
  toLetterSubject,
  toPrintedLink,
} from "../../../worker/letter-pdf/letter";
import { toPrintable } from "../../../worker/letter-pdf/letter-fonts";
import { writeLetterPdf } from "../../../worker/letter-pdf/write-letter-pdf";
import { readPdf, readTree } from "../support/read-pdf";

const FRENCH: Letter = {
  language: "fr",
  sender: {
    name: "Zoé Müller-Łukasz",
    address: ["14 rue des Œillets", "69003 Lyon"],
    contacts: ["zoe@example.org", "+33 6 12 34 56 78"],
  },
  recipient: ["L’Épi d’Or & Fils", "Villeurbanne"],
  place: "Lyon",
  subject: "Candidature <vente> & caisse",
  text: [
    "Madame, Monsieur,",
    "J’ai tenu une caisse de 1\u202f800\u00a0€ sans écart – chez Pain & Cie, à la straße.",
    "Je vous prie d’agréer mes salutations distinguées.",
    "Zoé Müller-Łukasz",
  ].join("\n\n"),
};
const GERMAN: Letter = { ...FRENCH, language: "de", subject: "Initiativbewerbung" };
const ENGLISH: Letter = { ...FRENCH, language: "en", subject: "Speculative application" };
const DAY = "2026-12-01";

describe("the letter as a PDF", () => {
  it("is tagged: one document, its subject a heading, all else paragraphs in the order of reading", async () => {
    const { read, markInfo, pages } = await readPdf(await writeLetterPdf(FRENCH, DAY));
    expect(markInfo).toMatchObject({ Marked: true });
    expect(pages[0]?.tree?.children?.map(({ role }) => role)).toEqual(["Document"]);
    expect(read).toEqual([
      "P Zoé Müller-Łukasz",
      "P 14 rue des Œillets69003 Lyonzoe@example.org+33 6 12 34 56 78",
      "P L’Épi d’Or & FilsVilleurbanne",
      "P Lyon, le 1er décembre 2026",
      "H1 Objet : Candidature <vente> & caisse",
      "P Madame, Monsieur,",
      "P J’ai tenu une caisse de 1 800 € sans écart – chez Pain & Cie, à la straße.",
      "P Je vous prie d’agréer mes salutations distinguées.",
      "P Zoé Müller-Łukasz",
    ]);
  });

  it("says its title, author and language, and is well-formed whatever is in its subject", async () => {
    const bytes = await writeLetterPdf({ ...FRENCH, sender: { ...FRENCH.sender, name: "R&D <Zoé>" } }, DAY);
    const { info, metadata } = await readPdf(bytes);
    expect(info).toMatchObject({
      Title: "Lettre de motivation – R&D <Zoé>",
      Author: "R&D <Zoé>",
      Subject: "Candidature <vente> & caisse",
      Language: "fr",
    });
    expect(metadata?.get("dc:title")).toBe("Lettre de motivation – R&D <Zoé>");
    expect(metadata?.get("pdfuaid:part")).toBe("1");
  });

  it("has the same bytes when composed again, and others on another day", async () => {
    const first = await writeLetterPdf(FRENCH, DAY);
    expect(await writeLetterPdf(FRENCH, DAY)).toEqual(first);
    expect(await writeLetterPdf(FRENCH, "2026-12-02")).not.toEqual(first);
    expect(first.byteLength).toBeLessThan(60_000);
  });

  it("embeds its fonts with a way back to the characters", async () => {
    const source = new TextDecoder("latin1").decode(await writeLetterPdf(FRENCH, DAY));
    expect(source.match(/\/FontFile2 /gu)).toHaveLength(2);
    expect(source.match(/\/ToUnicode /gu)).toHaveLength(2);
    expect(source).not.toContain("/Helvetica");
  });

  it("has the sender at the left and the recipient at the right in French", async () => {
    const { texts } = await readPdf(await writeLetterPdf(FRENCH, DAY));
    const find = (start: string) => texts.find(({ text }) => text.startsWith(start));
    expect(find("14 rue")?.x).toBeCloseTo(25, 0);
    expect(find("L’Épi")?.x).toBeCloseTo(110, 0);
    expect(find("Lyon, le")?.y).toBeGreaterThan(find("L’Épi")?.y ?? 0);
  });

  it("has address, date and subject where DIN 5008 B says in German", async () => {
    const { texts, lines } = await readPdf(await writeLetterPdf(GERMAN, DAY));
    const find = (start: string) => texts.find(({ text }) => text.startsWith(start));
    const address = find("L’Épi");
    expect(address?.x).toBeCloseTo(25, 0);
    // Base lines: the window reaches from 62.7 to 90 mm, its text begins at its upper edge.
    expect(address?.y).toBeGreaterThan(62.7);
    expect(address?.y).toBeLessThan(70);
    expect(find("Lyon, 1. Dezember 2026")?.x).toBeCloseTo(125, 0);
    expect(find("Initiativbewerbung")?.y).toBeGreaterThan(98.5);
    expect(lines.join(" ")).not.toContain("Betreff");
  });

  it("begins every line at the left in English", async () => {
    const { texts, lines } = await readPdf(await writeLetterPdf(ENGLISH, DAY));
    expect(new Set(texts.map(({ x }) => Math.round(x)))).toEqual(new Set([25]));
    expect(lines).toContain("1 December 2026");
  });

  it("leaves out what is not known", async () => {
    const bare = { ...FRENCH, sender: { name: "Ana Roy", address: [], contacts: [] }, recipient: [], place: "" };
    const { read } = await readPdf(await writeLetterPdf({ ...bare, subject: "", text: "Bonjour" }, DAY));
    expect(read).toEqual(["P Ana Roy", "P Le 1er décembre 2026", "P Bonjour", "P Ana Roy"]);
  });

  it("takes a smaller size before a second page", async () => {
    const usual = await readPdf(await writeLetterPdf(FRENCH, DAY));
    const paragraph = "Une phrase assez longue pour remplir la ligne et passer à la suivante, sans rien dire. ".repeat(
      4,
    );
    const long = { ...FRENCH, text: Array.from({ length: 7 }, () => paragraph).join("\n\n") };
    const { pdf, texts } = await readPdf(await writeLetterPdf(long, DAY));
    expect(pdf.numPages).toBe(1);
    const sizeOf = (shown: typeof texts) => shown.at(-1)?.size ?? 0;
    expect(sizeOf(texts)).toBeLessThan(sizeOf(usual.texts));
  });

  it("flows to further pages, which are numbered, with the name beside the closing", async () => {
    const paragraph = "Ein Satz, der lang genug ist, um eine Zeile zu füllen und in die nächste zu gehen. ".repeat(5);
    const body = Array.from({ length: 24 }, () => paragraph).join("\n\n");
    const text = `${body}\n\nMit freundlichen Grüßen\n\nZoé Müller-Łukasz`;
    const { pdf, pages, lines } = await readPdf(await writeLetterPdf({ ...GERMAN, text }, DAY));
    expect(pdf.numPages).toBeGreaterThan(1);
    expect(lines).toContain(`Seite 2 von ${pdf.numPages}`);
    const last = pages.at(-1);
    expect(readTree(last?.tree ?? null, last?.items ?? []).slice(-2)).toEqual([
      "P Mit freundlichen Grüßen",
      "P Zoé Müller-Łukasz",
    ]);
  });

  it("sets names of any Latin script, Greek and Cyrillic, and breaks on nothing", async () => {
    const names = ["Đặng Ţăñčőẞ ŵÿ ƒ", "Ωμέγα", "София"];
    const { lines } = await readPdf(await writeLetterPdf({ ...FRENCH, recipient: names }, DAY));
    expect(lines).toEqual(expect.arrayContaining(names));
    const hostile = "株式会社 🎉👩‍🔬 \ud800 \u202e ﷽ ﬀ a\u0301\u0000\t\u00ad".repeat(30);
    const letter = { ...FRENCH, text: hostile, subject: hostile, recipient: [hostile] };
    expect((await readPdf(await writeLetterPdf(letter, DAY))).pdf.numPages).toBe(1);
  });

  it.each([
    ["x", 10_000],
    ["abc\u00a0", 2_500],
    ["a\n\n", 3_300],
  ])("takes no longer for %j, thousands of times", { timeout: 5_000 }, async (piece, times) => {
    const bytes = await writeLetterPdf({ ...FRENCH, text: piece.repeat(times) }, DAY);
    expect((await getDocumentProxy(bytes)).numPages).toBeGreaterThan(1);
  });
});

describe("characters that the fonts do not have", () => {
  const toShown = (text: string) => toPrintable(text, (codePoint) => codePoint < 0x250);
  it.each([
    ["e\u0301té", "été"],
    ["ﬁn №\u00a01", "fin No\u00a01"],
    ["Merci 🎉!", "Merci !"],
    ["株式 AG", "?? AG"],
    ["soft\u00adhyphen", "softhyphen"],
    ["a\u202fb", "a\u00a0b"],
    ["ẩ", "a"],
  ])("%j is printed as %j", (given, printed) => {
    expect(toShown(given)).toBe(printed);
  });
});

describe("the parts of a letter", () => {
  it.each([
    [["14 rue X", "69003 Lyon"], "Lyon"],
    [["14 rue X", "69003 LYON CEDEX 03"], "LYON"],
    [["Weg 1", "D-10115 Berlin", "Deutschland"], "Berlin"],
    [["4 Mill Lane", "Bristol BS1 4ST"], ""],
    [[], ""],
  ])("the place of %j is %j", (address, place) => {
    expect(findPlace(address)).toBe(place);
  });

  it.each([
    ["Candidature spontanée – Ana Roy", "Candidature spontanée"],
    ["Bewerbung - Ana Roy", "Bewerbung"],
    ["Candidature d’Ana Roy", "Candidature d’Ana Roy"],
    ["Ana Roy", "Ana Roy"],
  ])("does not repeat the sender's name in its subject: %s", (subject, printed) => {
    expect(toLetterSubject(subject, "Ana Roy")).toBe(printed);
  });

  it("is signed once", () => {
    expect(splitParagraphs("Bonjour\n\n\nCordialement,\nAna Roy", "Ana Roy")).toEqual([
      "Bonjour",
      "Cordialement,\nAna Roy",
    ]);
    expect(splitParagraphs("Bonjour, je suis Ana Roy\n\nTexte\n\nCordialement", "Ana Roy").at(-1)).toBe("Ana Roy");
  });

  it("has links without their beginning", () => {
    expect(toPrintedLink("https://www.linkedin.com/in/ana/")).toBe("linkedin.com/in/ana");
  });
});
