import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { DashboardLoader } from "../../../web/features/companies/components/dashboard-loader";
import type { Dashboard } from "../../../web/features/companies/hooks/use-dashboard";
import { useTypeNames } from "../../../web/features/companies/hooks/use-type-names";
import { showTexts } from "../../../web/i18n/i18n";
import { ApiError, type ClientErrorCode } from "../../../web/lib/api-error";
import { TEXTS } from "../../e2e/support/screen-texts";

it.each([
  ["offline", true, false, false],
  ["offline", false, false, true],
  ["internal", true, false, true],
  // The end of the list says so.
  ["internal", true, true, false],
] as const)(
  "after %s, with a list to show: %s, and of a further page: %s, says so: %s",
  (...[code, hasList, ofPage, says]) => {
    showTexts("en", TEXTS.en);
    const render = (error: ClientErrorCode) => {
      const query = {
        isPending: false,
        isError: true,
        isFetchNextPageError: ofPage,
        error: new ApiError(0, error, ""),
        data: hasList ? {} : undefined,
      };
      return renderToStaticMarkup(
        <DashboardLoader
          dashboard={{ query, list: query, total: 1, listing: {} } as unknown as Dashboard}
          waits={false}
          find={null}
        >
          the list
        </DashboardLoader>,
      );
    };
    const html = render(code);
    expect(html.includes(TEXTS.en.companies.fetchError)).toBe(says);
    expect(html.includes("the list")).toBe(hasList);
  },
);

it("names an activity by its readable identifier until the names have come, or by what the screen wants", () => {
  const Name = ({ waiting }: { waiting?: string }) =>
    useTypeNames([{ business_type: "software_company" }], waiting)("software_company");
  const render = (waiting?: string) =>
    renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <Name {...(waiting !== undefined && { waiting })} />
      </QueryClientProvider>,
    );
  showTexts("fr", TEXTS.fr);
  expect(render()).toBe("Software company");
  expect(render("…")).toBe("…");
});
