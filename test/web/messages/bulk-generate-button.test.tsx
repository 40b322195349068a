import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { BulkGenerateButton } from "../../../web/features/messages/components/bulk-generate-button";
import type { BulkGeneration } from "../../../web/features/messages/hooks/use-bulk-generation";
import { showTexts } from "../../../web/i18n/i18n";
import { queryClient } from "../../../web/lib/query-client";
import type { Company } from "../../../worker/contract/companies";
import { LIMITS } from "../../../worker/contract/limits";
import { TEXTS } from "../../e2e/support/screen-texts";

const render = (count: number): string => {
  showTexts("en", TEXTS.en);
  const companies = Array.from(
    { length: count },
    (_, at) => ({ id: `${at}`, message: "", recipient: "a@b.example", send_status: "none" }) as unknown as Company,
  );
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <BulkGenerateButton companies={companies} bulk={{ starting: false } as BulkGeneration} isNextStep />
    </QueryClientProvider>,
  );
};

it("shows beside the button why too many are selected", () => {
  const reason = TEXTS.en.messages.bulk.max.replace("{{max}}", `${LIMITS.bulkIds}`);
  expect(render(LIMITS.bulkIds + 1)).toContain(`aria-hidden="true">${reason}`);
  expect(render(LIMITS.bulkIds)).not.toContain(reason);
});
