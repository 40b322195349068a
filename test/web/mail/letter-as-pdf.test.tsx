import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import * as account from "../../../web/features/account/api/account-requests";
import { EmailPreview } from "../../../web/features/mail/components/email-preview";
import { showTexts } from "../../../web/i18n/i18n";
import { toLetterUrl } from "../../../web/lib/letter-url";
import { TEXTS } from "../../e2e/support/screen-texts";
import { startBrowserSession } from "../support/browser-fetch";
import { signUp } from "../support/sign-up";

const FILE = { name: "CV-Ana.pdf", size: 20_000, type: "application/pdf" };
const MAIL = {
  from: { name: "Ana", address: "ana@mail.example" },
  to: "jobs@firm.example",
  reply_to: null,
  subject: "Application",
  text: "Dear Sir or Madam",
  attachment: FILE,
  letter: { ...FILE, name: "Cover-letter-Ana.pdf", size: 17_000 },
};
beforeAll(() => showTexts("en", TEXTS.en));

describe("the attachments of a previewed mail", () => {
  const show = (mail: ComponentProps<typeof EmailPreview>["mail"]) =>
    renderToStaticMarkup(<EmailPreview mail={mail} companyId="c/1" language="en" />);

  it("are the letter, which can be opened, and then the CV, each with its size", () => {
    const html = show(MAIL);
    expect(html).toMatch(/Cover-letter-Ana\.pdf \(17\skB\).*CV-Ana\.pdf \(20\skB\)/su);
    expect(html).toContain('href="/api/dashboard/companies/c%2F1/letter"');
    expect(html.match(/<a /gu)).toHaveLength(1);
  });

  it("stand below the address that answers go to, where it is another one", () => {
    const label = TEXTS.en.mail.letter.replyTo;
    expect(show(MAIL)).not.toContain(label);
    const address = "ana+c4f81c6d209ab@gmail.com";
    expect(show({ ...MAIL, reply_to: address })).toMatch(
      new RegExp(`${label}.*${RegExp.escape(address)}.*CV-Ana`, "su"),
    );
  });

  it("are none where nothing is attached", () => {
    const html = show({ ...MAIL, attachment: null, letter: null });
    expect(html).toContain(TEXTS.en.mail.letter.noEnclosure);
    expect(html).not.toContain("<a ");
  });
});

it("the address of a letter's PDF is that of its company", () => {
  expect(toLetterUrl("abc")).toBe("/api/dashboard/companies/abc/letter");
});

it("the choice is off at first, and saved with the postal address against the real worker", async () => {
  startBrowserSession();
  await signUp();
  const saved = await account.setPreferences({ attach_letter: true });
  expect(saved).toMatchObject({ attach_letter: true, attach_cv: true, letter_address: "" });
  expect(await account.setPreferences({ letter_address: "4 Mill Lane\nBristol" })).toMatchObject({
    attach_letter: true,
    letter_address: "4 Mill Lane\nBristol",
  });
});
