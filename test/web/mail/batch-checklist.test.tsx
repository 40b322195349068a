import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, it } from "vitest";
import { BulkSendChecklist } from "../../../web/features/mail/components/bulk-send-acknowledgement";
import { showTexts } from "../../../web/i18n/i18n";
import { TEXTS } from "../../e2e/support/screen-texts";

beforeAll(() => showTexts("en", TEXTS.en));

it.each([
  [0, TEXTS.en.mail.bulk.check1],
  [2, TEXTS.en.mail.bulk.check1Unread],
])("lets nobody say of %i unread messages that each was read", (unread, text) => {
  const shown = renderToStaticMarkup(
    <BulkSendChecklist from="ana@mail.example" unread={unread} disabled={false} onComplete={() => undefined} />,
  );
  expect(shown).toContain(`<li>${text}</li>`);
});
