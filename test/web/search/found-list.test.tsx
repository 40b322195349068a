import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { FoundCompaniesList } from "../../../web/features/search/components/found-companies-list";
import { NO_FILTER } from "../../../web/features/search/model/found-view";
import { showTexts } from "../../../web/i18n/i18n";
import { queryClient } from "../../../web/lib/query-client";
import { ContactSourcesDialog } from "../../../web/ui/company/contact-sources-dialog";
import type { FoundCompany } from "../../../worker/contract/search";
import { TEXTS } from "../../e2e/support/screen-texts";
import { makeFoundCompany } from "../support/found-company";

const renderList = (rest: Partial<FoundCompany>) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <FoundCompaniesList
        twins={new Map()}
        contacts={{ id: null, open: () => undefined, close: () => undefined }}
        companies={[makeFoundCompany(rest)]}
        live={false}
        choosing
        choices={new Map()}
        onChange={() => undefined}
        filter={NO_FILTER}
        sort="found"
        onFilter={() => undefined}
        onSort={() => undefined}
        onEmail={() => Promise.reject(new Error("nobody types here"))}
        onApply={() => undefined}
      />
    </QueryClientProvider>,
  );
const renderDialog = (rest: Partial<FoundCompany>) =>
  renderToStaticMarkup(<ContactSourcesDialog company={makeFoundCompany(rest)} onClose={() => undefined} />);

const languages = [
  {
    language: "en" as const,
    texts: TEXTS.en,
    duplicate: "Found twice",
    known: "Already in your list",
    redirected: "redirected from",
  },
  {
    language: "fr" as const,
    texts: TEXTS.fr,
    duplicate: "Trouvée deux fois",
    known: "Déjà dans votre liste",
    redirected: "redirigé depuis",
  },
];

describe.each(languages)("a company found ($language)", ({ language, texts, duplicate, known, redirected }) => {
  const inLanguage = (html: () => string): string => {
    showTexts(language, texts);
    return html();
  };

  it("twice in one search is a duplicate; one that the user has is marked as in their list", () => {
    const [plain, twice, had] = [{}, { duplicate: true }, { duplicate: true, known: true }].map((rest) =>
      inLanguage(() => renderList(rest)),
    );
    expect(plain).not.toMatch(new RegExp(`${duplicate}|${known}`, "u"));
    expect(twice).toContain(`>${duplicate}<`);
    expect(twice).not.toContain(known);
    expect(had).toContain(`>${known}<`);
    expect(had).not.toContain(`>${duplicate}<`);
  });

  it("that is a duplicate, whose site is not read, is not shown as having no address", () => {
    const [plain, twice, had] = [{}, { duplicate: true }, { duplicate: true, known: true }].map((rest) =>
      inLanguage(() => renderList(rest)),
    );
    const { open } = texts.common.typedEmail;
    expect(plain).toContain(open);
    expect(twice).not.toContain(open);
    expect(had).not.toContain(open);
  });

  it("has telephone numbers as they are read, in the list and with its contacts", () => {
    const seen = { page: "", how: "user", seen_at: "2026-11-01T10:00:00.000Z" } as const;
    const company = {
      phone: "+33465713981",
      contacts: [{ ...seen, kind: "phone" as const, value: "+33465713981", text: "+33 4 65 71 39 81" }],
    };
    for (const html of [inLanguage(() => renderList(company)), inLanguage(() => renderDialog(company))]) {
      expect(html).toContain(language === "fr" ? "04 65 71 39 81" : "+33 4 65 71 39 81");
      expect(html).not.toContain("+33465713981");
    }
  });

  it("whose site has moved shows both readable domains in the list and with its contacts", () => {
    const moved = { redirected_from: "xn--bcherei-n2a.de" };
    for (const html of [inLanguage(() => renderList(moved)), inLanguage(() => renderDialog(moved))])
      expect(html.replace(/<[^>]*>/gu, "")).toContain(`perrin-nouveau.fr, ${redirected} bücherei.de`);
    for (const html of [inLanguage(() => renderList({})), inLanguage(() => renderDialog({}))])
      expect(html).not.toContain(redirected);
  });
});
