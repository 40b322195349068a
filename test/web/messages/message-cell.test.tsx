import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { MessageCell } from "../../../web/features/messages/components/message-cell";
import { showTexts } from "../../../web/i18n/i18n";
import type { Company } from "../../../worker/contract/companies";
import { TEXTS } from "../../e2e/support/screen-texts";

const render = (company: Partial<Company>, later = false): string => {
  showTexts("en", TEXTS.en);
  const ignore = (): void => undefined;
  return renderToStaticMarkup(
    <MessageCell
      company={{ name: "Maison Vidal", website: "", message_warnings: [], email_sent: false, ...company } as Company}
      writing={false}
      later={later}
      failed={false}
      onWrite={ignore}
      onStop={ignore}
      onOpen={ignore}
      onWhy={ignore}
    />,
  );
};

it("says in a row which letters are in another language than the screen", () => {
  const { fr } = TEXTS.en.messages.dialog;
  expect(render({ message: "Bonjour", language: "fr" })).toContain(fr);
  expect(render({ message: "Hello", language: "en" })).not.toContain(TEXTS.en.messages.dialog.en);
  expect(render({ message: "", language: "fr" })).not.toContain(fr);
});

it("offers no second letter where one may be written later, and leaves the present one to be read", () => {
  const { later, write, queued, read } = TEXTS.en.messages.cell;
  const shown = render({ message: "" }, true);
  expect(shown).toContain(later);
  expect(shown).not.toContain(write);
  expect(shown).not.toContain(queued);
  expect(render({ message: "Hello", language: "en" }, true)).toContain(read);
});
