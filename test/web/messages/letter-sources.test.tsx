import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { SentencePanel } from "../../../web/features/messages/components/sentence-panel";
import { CheckedText, MessageCheckLine } from "../../../web/features/messages/components/sourced-letter";
import { type MessageCheck, toFactText } from "../../../web/features/messages/hooks/use-message-check";
import { showTexts } from "../../../web/i18n/i18n";
import { ApiError } from "../../../web/lib/api-error";
import { findSentenceAt, findSentenceEnd, toLetterParts } from "../../../web/lib/letter-parts";
import { toSourceUrl } from "../../../web/lib/source-url";
import { SourceList, SourcedText } from "../../../web/ui/mail/sourced-text";
import type { Sentence, SentenceStatus } from "../../../worker/contract/messages";
import { TEXTS } from "../../e2e/support/screen-texts";

const LETTER = "Dear team,\n\nI led a shop. I speak\nGerman.\n\nKind regards";
const makeSentence = (text: string, status: SentenceStatus, sources: Sentence["sources"] = []): Sentence => ({
  text,
  status,
  sources,
});
const render = (node: ReactNode) =>
  renderToStaticMarkup(<QueryClientProvider client={new QueryClient()}>{node}</QueryClientProvider>);
const toText = (html: string) => html.replace(/<[^>]*>/gu, "").replaceAll("\u00a0", " ");

describe("a letter in parts", () => {
  const read = (text: string, sentences: string[]) =>
    toLetterParts(
      text,
      sentences.map((each) => ({ text: each })),
    );

  it("is the letter again when joined, whatever was found in it", () => {
    for (const sentences of [[], ["I led a shop."], ["I speak German.", "nowhere"], ["", "Dear team,"]])
      expect(
        read(LETTER, sentences)
          .flat()
          .map(({ text }) => text)
          .join(""),
      ).toBe(LETTER);
  });

  it("has a paragraph after each empty line, and each sentence in its place", () => {
    const parts = read(LETTER, ["Dear team,", "I led a shop.", "I speak German."]);
    expect(parts.map((paragraph) => paragraph.map(({ sentence }) => sentence))).toEqual([
      [0, null],
      [1, null, 2, null],
      [null],
    ]);
    expect(parts[1]?.[2]?.text).toBe("I speak\nGerman.");
  });

  it("leaves a sentence out that is no longer in the text, and marks one said twice where it comes", () => {
    expect(
      read("I sing. I sing.", ["I sing.", "I dance.", "I sing."])
        .flat()
        .map(({ sentence }) => sentence),
    ).toEqual([0, null, 2]);
  });

  it("says where a sentence ends, for the cursor", () => {
    expect(findSentenceEnd(LETTER, "I led a shop.")).toBe(LETTER.indexOf("shop.") + 5);
    expect(findSentenceEnd(LETTER, "I sold it.")).toBeNull();
  });

  it("says which sentence stands where the cursor is set", () => {
    const sentences = [makeSentence("I led a shop.", "supported")];
    const start = LETTER.indexOf("I led a shop.");
    const listAt = (...positions: number[]) => positions.map((at) => findSentenceAt(LETTER, sentences, at));
    expect(listAt(start, start + 5, start + 13)).toEqual([0, 0, 0]);
    expect(listAt(start - 1, start + 14, LETTER.length + 9)).toEqual([null, null, null]);
    expect(findSentenceAt("", sentences, 0)).toBeNull();
  });
});

const languages = [
  { language: "en" as const, texts: TEXTS.en },
  { language: "fr" as const, texts: TEXTS.fr },
];

describe.each(languages)("a sentence ($language)", ({ language, texts }) => {
  const show = (status: SentenceStatus, open: number | null = null) => {
    showTexts(language, texts);
    return render(
      <SourcedText
        text={LETTER}
        sentences={[makeSentence("I led a shop.", status)]}
        language="en"
        open={open}
        onOpen={() => undefined}
        panel={() => "the panel"}
      />,
    );
  };

  it.each(["supported", "unsupported", "contradicted"] as const)(
    "that is %s can be pressed and says so in words",
    (status) => {
      const html = show(status);
      expect(html).toMatch(
        new RegExp(`role="button" tabindex="0" class="sentence ${status}" aria-expanded="false"`, "u"),
      );
      expect(toText(html)).toContain(`(${texts.common.sentence[status]})`);
      expect(html).not.toContain("the panel");
    },
  );

  it("in doubt has a sign, so that its mark does not rest on colour", () => {
    expect(show("unsupported")).toContain('aria-hidden="true">?<');
    expect(show("contradicted")).toContain('aria-hidden="true">!<');
    expect(show("supported")).not.toContain("sentence-sign");
  });

  it("that is an opinion has no mark and nothing to press", () => {
    expect(show("opinion")).not.toMatch(/role="button"|class="sentence/u);
    expect(toText(show("opinion"))).toBe(LETTER);
  });

  it("shows its panel below its own paragraph, before the next", () => {
    const text = toText(show("supported", 0));
    expect(text.indexOf("the panel")).toBeGreaterThan(text.indexOf("German."));
    expect(text.indexOf("the panel")).toBeLessThan(text.indexOf("Kind regards"));
  });
});

describe("a source", () => {
  const source = (kind: Sentence["sources"][number]["kind"], more: Partial<Sentence["sources"][number]> = {}) => ({
    kind,
    quote: "Lumen agency",
    url: null,
    cv_page: null,
    ...more,
  });

  it("is a link to the page of the CV, the settings, or the company's page", () => {
    expect(toSourceUrl(source("cv", { cv_page: 2 }))).toBe("/api/settings/cv/file#page=2");
    expect(toSourceUrl(source("cv"))).toBe("/api/settings/cv/file");
    expect(toSourceUrl(source("template"))).toBe("/settings/template#template");
    expect(toSourceUrl(source("confirmed"))).toBe("/settings/cv#facts");
    expect(toSourceUrl(source("company", { url: "https://lumen.example/about" }))).toBe("https://lumen.example/about");
  });

  it("of a company is no link when its address is no web page", () => {
    for (const url of [null, "javascript:alert(1)", "//lumen.example", "https://"])
      expect(toSourceUrl(source("company", { url }))).toBeNull();
  });

  it("is named with its page and its words", () => {
    showTexts("en", TEXTS.en);
    const html = render(<SourceList sources={[source("cv", { cv_page: 2 })]} toHref={toSourceUrl} />);
    expect(toText(html)).toContain("Your CV, page 2 “Lumen agency”");
    expect(html).toContain('href="/api/settings/cv/file#page=2" target="_blank" rel="noreferrer"');
    const site = render(<SourceList sources={[source("company", { url: "https://www.lumen.example/about/" })]} />);
    expect(toText(site)).toBe("The company’s site · lumen.example/about“Lumen agency”");
    expect(site).not.toContain("href");
  });
});

describe("what can be done about a sentence", () => {
  const { sentence } = TEXTS.en.messages;
  const show = (status: SentenceStatus, actions = {}) => {
    showTexts("en", TEXTS.en);
    return toText(render(<SentencePanel sentence={makeSentence("I led a shop.", status)} {...actions} />));
  };
  const all = { onRewrite: () => undefined, onEdit: () => undefined };

  it("without source: confirm, rewrite without it, edit", () => {
    const text = show("unsupported", all);
    for (const action of [sentence.unsupported, sentence.confirm, sentence.rewrite, sentence.edit])
      expect(text).toContain(action);
  });

  it("that contradicts a source: it cannot be confirmed", () => {
    const text = show("contradicted", all);
    expect(text).not.toContain(sentence.confirm);
    for (const action of [sentence.contradicted, sentence.rewrite, sentence.edit]) expect(text).toContain(action);
  });

  it("with a source: nothing; where a letter is only read, no rewriting", () => {
    expect(show("supported", all)).toBe(sentence.supported);
    expect(show("unsupported")).not.toMatch(new RegExp(`${sentence.rewrite}|${sentence.edit}`, "u"));
  });

  it("as a fact stands on one line and is cut between words where it is too long", () => {
    expect(toFactText(" I led\n a shop. ")).toBe("I led a shop.");
    const fact = toFactText("word ".repeat(100));
    expect(fact.length).toBeLessThanOrEqual(300);
    expect(fact).toMatch(/word$/u);
  });
});

describe.each(languages)("what the check of a letter says ($language)", ({ language, texts }) => {
  const { check: words } = texts.messages;
  const show = (check: Partial<MessageCheck>) => {
    showTexts(language, texts);
    const full: MessageCheck = { data: undefined, error: null, checking: false, retry: () => undefined, ...check };
    return toText(render(<MessageCheckLine check={full} onShow={() => undefined} />));
  };
  const answer = (...statuses: SentenceStatus[]) => ({
    sentences: statuses.map((status, n) => makeSentence(`Sentence ${n}.`, status)),
    reasons: [],
    warnings: [],
  });

  it("while it is checked for the first time", () => {
    expect(show({ checking: true })).toBe(words.checking);
  });

  it("without a doubt: how many sentences have a source, and how many claim nothing", () => {
    const say = (text: string, count: number) => text.replace("{{count}}", String(count)).replaceAll("\u00a0", " ");
    const text = show({ data: answer("supported", "supported", "opinion", "opinion", "opinion") });
    expect(text).toBe(`${say(words.supported_other, 2)} ${say(words.opinion_other, 3)}`);
    expect(show({ data: answer("supported", "opinion") })).toBe(
      `${say(words.supported_one, 1)} ${say(words.opinion_one, 1)}`,
    );
    expect(show({ data: answer("supported") })).toBe(say(words.supported_one, 1));
  });

  it("of doubtful sentences: how many of each, and a button that shows them", () => {
    const text = show({ data: answer("supported", "unsupported", "unsupported", "contradicted") });
    expect(text).toContain(words.unsupported_other.replace("{{count}}", "2"));
    expect(text).toContain(words.contradicted_one.replace("{{count}}", "1"));
    expect(text).toContain(words.show);
  });

  it("without connection: that it failed and why, with another try", () => {
    const text = show({ error: new ApiError(0, "offline", "The server cannot be reached") });
    expect(text).toContain(words.error);
    expect(text).toContain(texts.errors.offline.replaceAll(/ (?=[:;!?])/gu, " "));
    expect(text).toContain(texts.common.retry);
  });

  it("of a letter without a claim: nothing", () => {
    expect(show({ data: answer("opinion") })).toBe("");
    expect(show({ data: answer() })).toBe("");
  });

  it("names a doubtful sentence that is not in the text, such as the subject", () => {
    showTexts(language, texts);
    const data = { ...answer("unsupported"), sentences: [makeSentence("Senior engineer", "unsupported")] };
    const html = render(
      <CheckedText
        text={LETTER}
        language="en"
        check={{ data, error: null, checking: false, retry: () => undefined }}
      />,
    );
    expect(toText(html)).toContain("Senior engineer");
    expect(toText(html)).toContain(words.unsupported_one.replace("{{count}}", "1"));
  });
});
