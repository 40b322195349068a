import { describe, expect, it } from "vitest";
import { anchorQuotes, MessageAnswer, toMessageDraft, WishAnswer } from "../../../worker/messages/message-answer";

const claim = (quote: string, source = "cv") => ({ source, quote });
const claimText = (quote: string, source = "cv") => `${source}: ${quote}`;
const parse = (paragraphs: unknown, subject: unknown = "Candidature") =>
  MessageAnswer.safeParse({ subject, paragraphs }).data;

describe("the writer's answer", () => {
  it("becomes a text of paragraphs, with the claims of its sentences", () => {
    const answer = parse([
      [{ text: "Madame, Monsieur,", claims: [] }],
      [
        { text: " J’ai tenu la caisse. ", claims: [claimText("tenue de la caisse")] },
        { text: "J’aime ce travail.", claims: [] },
      ],
      [{ text: "Ana Martin", claims: [] }],
    ]);
    expect(answer && toMessageDraft(answer)).toEqual({
      subject: "Candidature",
      body: "Madame, Monsieur,\n\nJ’ai tenu la caisse. J’aime ce travail.\n\nAna Martin",
      claims: [{ sentence: "J’ai tenu la caisse.", claims: [claim("tenue de la caisse")] }],
    });
  });

  it.each([
    [true, true],
    [false, false],
    [undefined, false],
    ["yes", false],
  ])("to a wish says whether the text does without it: %s is %s", (told, expected) => {
    const answer = { subject: "Candidature", paragraphs: [["Bonjour,"]], wish_left_out: told };
    expect(WishAnswer.parse(answer).wish_left_out).toBe(expected);
  });

  it.each([
    ["sentences as bare texts", [["Bonjour,"], ["Ana"]], "Bonjour,\n\nAna"],
    ["paragraphs as objects", [{ sentences: [{ text: "Bonjour," }] }, ["Ana"]], "Bonjour,\n\nAna"],
    ["no claims at all", [[{ text: "Bonjour," }]], "Bonjour,"],
    ["claims that are none", [[{ text: "Bonjour,", claims: "cv" }]], "Bonjour,"],
    ["empty sentences and paragraphs", [[], [{ text: "  ", claims: [] }], ["Ana"]], "Ana"],
  ])("is repaired: %s", (_, paragraphs, body) => {
    const answer = parse(paragraphs);
    expect(answer && toMessageDraft(answer)).toEqual({ subject: "Candidature", body, claims: [] });
  });

  it.each([
    ["no paragraphs", undefined],
    ["one text", "Bonjour"],
    ["a sentence without a text", [[{ claims: [] }]]],
    ["a sentence that is a list", [[["Bonjour"]]]],
    ["a text that is a number", [[{ text: 7, claims: [] }]]],
    ["more paragraphs than a letter has", Array.from({ length: 31 }, () => ["Bonjour."])],
    ["more sentences than a paragraph has", [Array.from({ length: 31 }, () => "Bonjour.")]],
    ["an endless text", [["x".repeat(40_001)]]],
  ])("is refused: %s", (_, paragraphs) => expect(parse(paragraphs)).toBeUndefined());

  it("is refused without a subject", () => expect(parse([["Bonjour"]], null)).toBeUndefined());

  it("loses claims of no known source, blank or endless quotes, and those above the limit", () => {
    const claims = [
      claimText("x", "web"),
      claimText(" "),
      { source: "cv" },
      "caisse",
      claimText("caisse"),
      claimText("y".repeat(401)),
      ...Array.from({ length: 50 }, (_, at) => claimText(`quote ${at}`)),
    ];
    expect(parse([[{ text: "Bonjour.", claims }]])?.paragraphs[0]?.[0]?.claims).toEqual([claimText("caisse")]);
  });

  it("loses a claim that is a list", () => {
    const claims = [[claimText("caisse")], claimText("stock")];
    expect(parse([[{ text: "Bonjour.", claims }]])?.paragraphs[0]?.[0]?.claims).toEqual([claimText("stock")]);
  });

  it.each([
    ["an object", claim("tenue : caisse\net stock")],
    ["a text without the blank", "cv:tenue : caisse\net stock"],
    ["a text in other letters", " CV : tenue : caisse\net stock "],
  ])("may have a claim as %s", (_, written) => {
    const answer = parse([[{ text: "Bonjour.", claims: [written] }]]);
    expect(answer && toMessageDraft(answer).claims).toEqual([
      { sentence: "Bonjour.", claims: [claim("tenue : caisse\net stock")] },
    ]);
  });

  it("keeps a claim's sentence as it stands in the text, without control signs", () => {
    const answer = parse([[{ text: "J’ai\u0000  tenu\r\nla caisse.\u0007", claims: [claimText("caisse")] }]]);
    const draft = answer && toMessageDraft(answer);
    expect(draft?.body).toBe("J’ai tenu\nla caisse.");
    expect(draft?.body).toContain(draft?.claims[0]?.sentence);
  });
});

describe("a quote of the CV", () => {
  const CV = "Ana Martin\nVendeuse chez Pain et Co\n2019 - 2021\n- tenue de la caisse\nCAP vente, 2018";
  const anchor = (quote: string, source: "cv" | "template" = "cv") =>
    anchorQuotes([{ sentence: "S.", claims: [{ source, quote }] }], CV)[0]?.claims[0]?.quote;
  it.each([
    ["that stands there stays", "tenue de la caisse", "tenue de la caisse"],
    ["that joins a fact's parts becomes the line of the CV", "Vendeuse, Pain et Co", "Vendeuse chez Pain et Co"],
    ["or its lines", "Vendeuse, Pain et Co, 2019 - 2021", "Vendeuse chez Pain et Co\n2019 - 2021"],
    ["with a part that stands elsewhere stays", "Vendeuse, Pain et Co, 2018", "Vendeuse, Pain et Co, 2018"],
    ["with a part that stands nowhere stays", "Vendeuse, Airbus", "Vendeuse, Airbus"],
    ["half of whose words are in a word stays", "Vend, Pain et Co", "Vend, Pain et Co"],
  ])("%s", (_, quote, expected) => expect(anchor(quote)).toBe(expected));

  it("is the only one that is looked up there", () => {
    expect(anchor("Vendeuse, Pain et Co", "template")).toBe("Vendeuse, Pain et Co");
  });
});
