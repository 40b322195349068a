import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { ScheduleDialog } from "../../../web/features/mail/components/schedule-dialog";
import { showTexts } from "../../../web/i18n/i18n";
import { TEXTS } from "../../e2e/support/screen-texts";

beforeAll(() => showTexts("en", TEXTS.en));
beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 10, 27, 8) }));
afterEach(() => void vi.useRealTimers());

it("says the time for which mails are chosen as the outbox does, beside the browser's own way", () => {
  const shown = renderToStaticMarkup(
    <ScheduleDialog count={1} busy={false} hasOfficeHours onClose={() => undefined} onChoose={() => undefined} />,
  );
  expect(shown).toContain("Monday 30 November, 09:00");
  expect(shown).toContain(TEXTS.en.outbox.scheduleHint);
});
