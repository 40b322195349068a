import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Router } from "wouter";
import { ContactedCompany } from "../../../web/features/mail/components/contacted-company";
import { showTexts } from "../../../web/i18n/i18n";
import type { MailPreview } from "../../../worker/contract/mail";
import { TEXTS } from "../../e2e/support/screen-texts";

const ROY = { id: "c1", name: "Atelier Roy", website: "https://www.roy.example/lyon", same: "name" } as const;

it.each<[string, MailPreview["contacted_company"], string]>([
  ["its name and site", ROY, 'company already: <a href="/companies/c1">Atelier Roy (roy.example/lyon)</a>'],
  ["that of the same address", { ...ROY, same: "address" }, "to this address, for another company: <a"],
  ["its name where it has no site", { ...ROY, website: "" }, ">Atelier Roy</a>"],
  ["its site where it has no name", { ...ROY, name: "", website: "https://roy.example/" }, ">roy.example</a>"],
  ["what is known where it is deleted", null, "to this address or to a company of the same name"],
])("the question about a second mail names the company that was written to: %s", (_, company, text) => {
  showTexts("en", TEXTS.en);
  const markup = renderToStaticMarkup(
    <Router ssrPath="/dashboard">
      <ContactedCompany company={company} />
    </Router>,
  );
  expect(markup).toContain(text);
});
