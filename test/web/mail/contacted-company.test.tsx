import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ContactedCompanyText } from "../../../web/features/mail/components/contacted-company-text";
import { showTexts } from "../../../web/i18n/i18n";
import type { MailPreview } from "../../../worker/contract/mail";
import { TEXTS } from "../../e2e/support/screen-texts";

const ROY = { id: "c1", name: "Atelier Roy", website: "https://www.roy.example/", same: "name" } as const;

it.each<[string, MailPreview["contacted_company"], string]>([
  ["its name and site", ROY, "written to Atelier Roy (roy.example), which seems to be the same company"],
  ["the company of the same address", { ...ROY, same: "address" }, "to this address for Atelier Roy (roy.example)"],
  ["its name where it has no site", { ...ROY, website: "" }, "written to Atelier Roy, which"],
  ["its site where it has no name", { ...ROY, name: "" }, "written to roy.example, which"],
  ["what is known where it is deleted", null, "to this address or to a company of the same name"],
])("the question about a second mail says who was written to: %s", (_, company, text) => {
  showTexts("en", TEXTS.en);
  expect(renderToStaticMarkup(<ContactedCompanyText company={company} />)).toContain(text);
});
