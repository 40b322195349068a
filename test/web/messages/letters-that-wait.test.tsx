import { QueryClient } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { BulkGenerateDialog } from "../../../web/features/messages/components/bulk-generate-dialog";
import { BulkGenerationProgress } from "../../../web/features/messages/components/bulk-generation-progress";
import type { BulkGeneration } from "../../../web/features/messages/hooks/use-bulk-generation";
import { findWritingQuestion } from "../../../web/features/messages/model/writing-question";
import { showTexts } from "../../../web/i18n/i18n";
import { formatDayAndTime } from "../../../web/lib/format";
import { endpointQuery } from "../../../web/lib/query-client";
import { getSettings, type Settings } from "../../../worker/contract/account";
import type { Company } from "../../../worker/contract/companies";
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

it("the progress says by when letters that wait are ready", () => {
  showTexts("en", TEXTS.en);
  const show = (waits_until: string | null) =>
    renderToStaticMarkup(
      <BulkGenerationProgress
        bulk={{ updatedAt: 0, lost: false, cancelling: false } as BulkGeneration}
        running={{ id: "g", total: 12, done: 0, failed: 0, cancelled: 0, waits_until } as Generation}
      />,
    );
  const until = "2030-01-02T10:00:00.000Z";
  const text = TEXTS.en.messages.bulk.waits.replace("{{time}}", formatDayAndTime(until, "en"));
  expect(show(until)).toContain(text);
  expect(show(null)).not.toContain("Ready by");
});
