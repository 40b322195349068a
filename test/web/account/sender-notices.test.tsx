import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, it } from "vitest";
import { CvNameNotice } from "../../../web/features/account/components/cv-name-notice";
import { sessionQuery } from "../../../web/features/account/hooks/use-session";
import { GmailSection } from "../../../web/features/mail/components/gmail-section";
import { showTexts } from "../../../web/i18n/i18n";
import { endpointQuery } from "../../../web/lib/query-client";
import type { User } from "../../../worker/contract/account";
import { listProfiles, type Profile } from "../../../worker/contract/profiles";
import { TEXTS } from "../../e2e/support/screen-texts";

beforeAll(() => showTexts("en", TEXTS.en));

it.each([
  [true, ""],
  [null, ""],
  [false, TEXTS.en.account.cv.otherName.replace("{{name}}", "Jonas Weber")],
])("says that a CV has another name than the account: %s", (cv_names_user, text) => {
  const client = new QueryClient();
  client.setQueryData(sessionQuery.queryKey, { user: { name: "Jonas Weber" } as User, expired: false });
  const profile = { id: "1", is_default: true, cv_names_user } as Profile;
  client.setQueryData(endpointQuery(listProfiles).queryKey, { profiles: [profile] });
  const shown = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <CvNameNotice profileId={undefined} />
    </QueryClientProvider>,
  );
  if (text === "") expect(shown).toBe("");
  else expect(shown).toContain(text);
});

it.each([
  ["claire@mail.example", false],
  ["Camille@mail.example", true],
])("says that mails leave from another address than the account's: %s", (account, same) => {
  const gmail = { connected: true, reconnect: false, email: "camille@mail.example", linked_at: null };
  const shown = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <GmailSection gmail={gmail} account={account} />
    </QueryClientProvider>,
  );
  expect(shown.includes(TEXTS.en.mail.gmail.other.replace("{{account}}", account))).toBe(!same);
});
