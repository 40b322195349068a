import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Router } from "wouter";
import { BulkSendResult } from "../../../web/features/mail/components/bulk-send-result";
import { showTexts } from "../../../web/i18n/i18n";
import type { Company } from "../../../worker/contract/companies";
import type { QueueReason } from "../../../worker/contract/outbox";
import { TEXTS } from "../../e2e/support/screen-texts";

const COMPANY = { id: "c1", name: "Atelier Roy", website: "", recipient: "jobs@roy.example" } as Company;

const render = (reason: QueueReason): string => {
  showTexts("en", TEXTS.en);
  return renderToStaticMarkup(
    <Router ssrPath="/dashboard">
      <QueryClientProvider client={new QueryClient()}>
        <BulkSendResult
          answer={{ queuedIds: [], failed: [{ id: COMPANY.id, reason }] }}
          companies={[COMPANY]}
          account={null}
          onClose={() => undefined}
          onLook={() => undefined}
        />
      </QueryClientProvider>
    </Router>,
  );
};

it.each([
  ["do_not_contact", "/settings/do-not-contact"],
  ["gmail_disconnected", "/settings/gmail"],
  ["mailbox_cannot_send", "/settings/gmail"],
  ["provider_error", "/sent"],
  ["outbox_full", "/outbox"],
  ["in_flight", "/outbox"],
] as const)("what was not queued leads to where that can be seen or changed: %s", (reason, path) => {
  expect(render(reason)).toContain(`href="${path}"`);
});

it.each(["dead_address", "undeliverable_address", "missing_email", "missing_message"] as const)(
  "what another address or text would let through opens the message: %s",
  (reason) => {
    expect(render(reason)).toContain(`href="/companies/${COMPANY.id}?open=message"`);
  },
);

it("each company that was not queued leads to its page", () => {
  expect(render("courtesy_wait")).toContain(`href="/companies/${COMPANY.id}"`);
});
