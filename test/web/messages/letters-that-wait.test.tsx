import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { BulkGenerateDialog } from "../../../web/features/messages/components/bulk-generate-dialog";
import { WaitingSeries } from "../../../web/features/messages/components/waiting-series";
import { findWritingQuestion } from "../../../web/features/messages/model/writing-question";
import { showTexts } from "../../../web/i18n/i18n";
import { formatDayAndTime } from "../../../web/lib/format";
import { endpointQuery } from "../../../web/lib/query-client";
import { getSettings, type Settings } from "../../../worker/contract/account";
import type { Company } from "../../../worker/contract/companies";
import type { Language } from "../../../worker/contract/field-schemas";
import { LANGUAGES } from "../../../worker/contract/limits";
import type { Generation } from "../../../worker/contract/messages";
import { listProfiles } from "../../../worker/contract/profiles";
import { TEXTS } from "../../e2e/support/screen-texts";

const listCompanies = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => ({ id: `${at}`, name: `Firm ${at}`, message: "", language: "en", send_status: "none" }) as Company,
  );

async function ask(count: number, hours: number) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const settings = { limits: { letter_wait_hours: hours } } as Settings;
  client.setQueryData(endpointQuery(getSettings).queryKey, settings);
  client.setQueryData(endpointQuery(listProfiles).queryKey, { profiles: [] });
  const { question } = await findWritingQuestion(client, () => Promise.resolve(listCompanies(count)), false);
  return question;
}

describe("whether letters may wait", () => {
  it("is asked of ten and more, where the operator allows it", async () => {
    expect(await ask(10, 24)).toMatchObject({ waitHours: 24 });
    expect(await ask(9, 24)).toBeNull();
    expect(await ask(200, 0)).toBeNull();
  });

  const show = (count: number, hours: number) =>
    renderToStaticMarkup(
      <BulkGenerateDialog
        companies={listCompanies(count)}
        profiles={[]}
        waitHours={hours}
        onClose={() => undefined}
        onChoose={() => undefined}
      />,
    );

  it.each(LANGUAGES)("says in %s for how long, why, and that now is possible", (language) => {
    showTexts(language, TEXTS[language]);
    const { later, laterHint, now } = TEXTS[language].messages.bulk;
    const shown = show(12, 24).replaceAll(/[\u00a0\u202f]/gu, " ");
    for (const text of [later.replace("{{hours}}", "24"), laterHint, now])
      expect(shown).toContain(text.replaceAll(/[\u00a0\u202f]/gu, " "));
    expect(show(9, 24)).not.toContain("<select");
    expect(show(12, 0)).not.toContain("<select");
  });
});

describe("letters that wait", () => {
  const until = "2030-01-02T10:00:00.000Z";
  const generation = (values: Partial<Generation>, companies = 12) =>
    ({
      id: "g",
      total: companies,
      waits_until: until,
      can_hurry: true,
      items: Array.from({ length: companies }, (_, at) => ({
        company_id: `${at}`,
        message_version: 0,
        state: "queued",
      })),
      ...values,
    }) as Generation;
  const show = (shown: Generation, company?: Pick<Company, "id" | "message_version">) =>
    renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <WaitingSeries generation={shown} {...(company && { company: company as Company })} />
      </QueryClientProvider>,
    ).replaceAll(/[\u00a0\u202f]/gu, " ");
  const fill = (text: string, language: Language, count = 12) =>
    text
      .replace("{{count}}", String(count))
      .replace("{{time}}", formatDayAndTime(until, language))
      .replaceAll(/[\u00a0\u202f]/gu, " ");

  it.each(LANGUAGES)("say in %s by when they are ready, and that they can be written now", (language) => {
    showTexts(language, TEXTS[language]);
    const { series } = TEXTS[language].messages;
    expect(show(generation({}))).toContain(fill(series.later_other, language));
    expect(show(generation({}))).toContain(series.now);
    expect(show(generation({}, 1))).toContain(fill(series.later_one, language, 1));
    expect(show(generation({}), { id: "3", message_version: 0 })).toContain(fill(series.laterOne_other, language));
  });

  it("say that writing is about to begin once it was asked for, and nothing once it has, or elsewhere", () => {
    showTexts("en", TEXTS.en);
    const { series } = TEXTS.en.messages;
    const soon = show(generation({ can_hurry: false }));
    expect(soon).toContain(fill(series.soon_other, "en"));
    expect(soon).not.toContain(series.now);
    expect(show(generation({ waits_until: null, can_hurry: false }))).toBe("");
    expect(show(generation({}), { id: "another company", message_version: 0 })).toBe("");
    // The user has written to it meanwhile.
    expect(show(generation({}), { id: "3", message_version: 1 })).toBe("");
  });
});
