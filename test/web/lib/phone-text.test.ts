import i18next from "i18next";
import { expect, it } from "vitest";
import { showTexts } from "../../../web/i18n/i18n";
import { localizePhone } from "../../../web/lib/phone-text";
import { TEXTS } from "../../e2e/support/screen-texts";

it.each([
  ["fr", "+33 4 65 71 39 81", "04 65 71 39 81"],
  ["fr", "+49 30 1234567", "+49 30 1234567"],
  ["en", "+33 4 65 71 39 81", "+33 4 65 71 39 81"],
  ["de", "+33 4 65 71 39 81", "+33 4 65 71 39 81"],
] as const)("shows to readers of %s %s as %s", (language, text, shown) => {
  showTexts(language, TEXTS[language]);
  expect(localizePhone(text, i18next.t)).toBe(shown);
});
