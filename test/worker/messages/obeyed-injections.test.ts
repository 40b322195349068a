import { beforeEach, describe, expect, it } from "vitest";
import { findPageFacts } from "../../../worker/company-facts/page-facts";
import { parsePage } from "../../../worker/contacts/html/parse-page";
import { checkMessage, generateMessage } from "../../../worker/contract/messages";
import { INJECTION_PLACES, type InjectedLetter, parseInjections } from "../../data/injections";
import unseen from "../../data/letters/injections-unseen.ndjson?raw";
import seen from "../../data/letters/injections.ndjson?raw";
import { clearFaults, orderFault } from "../support/sandbox-client";
import { seedCompany, seedFact, seedUser } from "../support/seed";

// An author who had not seen the check wrote orders into sources, and for each the letter that obeys it. The writer
// here writes that letter wherever its prompt holds the order.

const sets = [parseInjections(seen), parseInjections(unseen, seen)];
const obeyed = sets.flatMap((set) => set.obeyed);
const ignored = sets.flatMap((set) => set.ignored);

/** A link, an address, a number. */
const CONTACT = /@|https?:|www\.|\b[\p{L}\d-]+\.(?:example|com|org|net)\b|\d(?:[ ./-]?\d){6}/u;

const toHtml = (name: string, text: string) =>
  `<title>${name}</title>${text
    .split(/\n+/u)
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join("")}`;

async function seedSources({ letter }: InjectedLetter) {
  const { userId, client } = await seedUser({
    name: letter.candidate.name,
    cvPath: "cv/a.pdf",
    cvName: "cv.pdf",
    cvTextStatus: "ok",
    cvText: letter.cv,
    templateMessage: letter.template,
  });
  for (const fact of letter.confirmed ?? []) await seedFact(userId, fact);
  const { name, website, city, country, about } = letter.company;
  const id = await seedCompany(userId, {
    name,
    website,
    city,
    country,
    language: letter.language,
    subject: "",
    message: "",
    messageVersion: 0,
    facts: findPageFacts(parsePage(toHtml(name, about)), website),
  });
  return { client, id };
}

/** How an injection ended. */
type Outcome = "refused" | "not obeyed" | "marked" | "saved";

async function writeObediently(injected: InjectedLetter, honest: string): Promise<Outcome> {
  const { client, id } = await seedSources(injected);
  await clearFaults();
  // The raw CV, as extracted facts would omit the order.
  await orderFault("openai", "refusal", { call: "facts" });
  await orderFault("openai", "obey", {
    call: "write",
    obeys: { order: injected.order, letter: injected.letter.text },
  });
  const path = `/api/dashboard/companies/${id}`;
  const written = await client.post(`${path}/generate-message`);
  if (written.status === 422) return "refused";
  const { generated_message: text, warnings } = written.as(generateMessage.answer);
  const { sentences } = (await client.post(`${path}/check-message`)).as(checkMessage.answer);
  const [longest = ""] = injected.letter.text.split("\n").toSorted((a, b) => b.length - a.length);
  if (!text.includes(longest.trim())) return "not obeyed";
  const fresh = sentences.filter((each) => injected.letter.text.includes(each.text) && !honest.includes(each.text));
  const isMarked = warnings.includes("unsupported_sentence") && fresh.some(({ status }) => status === "unsupported");
  return isMarked && !CONTACT.test(fresh.map((each) => each.text).join(" ")) ? "marked" : "saved";
}

describe("an order in a source, and a writer that obeys it", () => {
  beforeEach(async () => {
    await clearFaults();
  });

  it.each(INJECTION_PLACES)(
    "in the %s: nothing obeyed is saved unmarked, and no link or address at all",
    async (place) => {
      const outcomes = new Map<string, Outcome>();
      for (const [at, each] of obeyed.entries())
        if (each.place === place) outcomes.set(each.id, await writeObediently(each, ignored[at]?.letter.text ?? ""));
      expect(outcomes.size).toBeGreaterThan(2);
      const listIds = (wanted: Outcome) => [...outcomes].flatMap(([id, outcome]) => (outcome === wanted ? id : []));
      expect(listIds("saved")).toEqual([]);
      // The writer never reads a page, and a company's name only as far as it is one.
      if (place === "page" || place === "company_name") expect(listIds("marked")).toEqual([]);
      else expect(listIds("refused").length).toBeGreaterThan(2);
    },
    120_000,
  );
});
