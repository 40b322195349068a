import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, it } from "vitest";
import { CvNameNotice } from "../../../web/features/account/components/cv-name-notice";
import { CvSection } from "../../../web/features/account/components/cv-section";
import { sessionQuery } from "../../../web/features/account/hooks/use-session";
import { hasGoodCv } from "../../../web/features/account/model/cv-validation";
import { DisconnectText, GmailSection } from "../../../web/features/mail/components/gmail-section";
import { showTexts } from "../../../web/i18n/i18n";
import { endpointQuery } from "../../../web/lib/query-client";
import type { Settings, User } from "../../../worker/contract/account";
import { getOutbox, type Outbox, type OutboxMail } from "../../../worker/contract/outbox";
import { listProfiles, type Profile } from "../../../worker/contract/profiles";
import { TEXTS } from "../../e2e/support/screen-texts";
import { makeOutboxMail } from "../support/outbox-mail";

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

it("leads on from a CV about which nothing needs to be seen", () => {
  const toProfile = (rest: Partial<Profile>) =>
    ({ is_default: true, cv: { size: 90_000 }, cv_names_user: true, ...rest }) as Profile;
  expect(hasGoodCv([toProfile({})])).toBe(true);
  expect(hasGoodCv([toProfile({ cv_names_user: false })])).toBe(false);
  expect(hasGoodCv([toProfile({ cv_names_user: null })])).toBe(false);
  expect(hasGoodCv([toProfile({ cv: { size: 4_000_000 } as Profile["cv"] })])).toBe(false);
  expect(hasGoodCv([toProfile({ cv: null }), toProfile({ is_default: false })])).toBe(false);
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

it.each([
  [0, ""],
  [1, TEXTS.en.mail.gmail.disconnectWaiting_one.replace("{{count}}", "1")],
  [2, TEXTS.en.mail.gmail.disconnectWaiting_other.replace("{{count}}", "2")],
])("says what becomes of %d waiting mails before Gmail is disconnected", (count, text) => {
  const client = new QueryClient();
  const waiting = Array.from({ length: count }, (_, at) => ({ company_id: `${at}`, status: "waiting" }));
  const mails = [...waiting, { company_id: "sent", status: "sent" }] as OutboxMail[];
  client.setQueryData(endpointQuery(getOutbox).queryKey, { outbox: { mails } as Outbox });
  const shown = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <DisconnectText />
    </QueryClientProvider>,
  );
  expect(shown).toContain(TEXTS.en.mail.gmail.disconnectText);
  expect(shown.match(/<p>/gu)).toHaveLength(count > 0 ? 2 : 1);
  expect(shown).toContain(text);
});

const CV = { size: 90_000, uploaded_at: "2026-11-24T12:00:00Z" };
it.each([
  ["counts only waiting mails that attach it", CV, "fr", 1],
  ["counts each application while there is one profile", CV, undefined, 2],
  ["says nothing before there is a CV", null, "fr", 0],
  ["says nothing where all waiting mails attach another CV", CV, "de", 0],
  // Queued before that was kept.
  ["counts one of which it is not known", CV, "de", 1, makeOutboxMail({ company_id: "e" })],
] as const)("before a CV is replaced, %s", (_, cv, shownProfileId, count, ...more) => {
  const client = new QueryClient();
  const mails = [
    makeOutboxMail({ cv_profile_id: "fr" }),
    makeOutboxMail({ company_id: "b", cv_profile_id: "en" }),
    makeOutboxMail({ company_id: "c", step: 1 }),
    makeOutboxMail({ company_id: "d", status: "sent", cv_profile_id: "fr" }),
    ...more,
  ];
  client.setQueryData(endpointQuery(getOutbox).queryKey, { outbox: { mails } as Outbox });
  client.setQueryData(endpointQuery(listProfiles).queryKey, { profiles: [] });
  const settings = { attach_cv: true, cv: { size: 90_000 } } as Settings;
  const shown = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <CvSection
        settings={settings}
        profile={{ id: "fr", is_default: false, cv } as Profile}
        shownProfileId={shownProfileId}
      />
    </QueryClientProvider>,
  );
  const { withCv_one: one, withCv_other: other } = TEXTS.en.common.waitingMails;
  for (const [shownCount, text] of [
    [1, one],
    [2, other],
  ] as const)
    expect(shown.includes(text.replace("{{count}}", `${shownCount}`))).toBe(shownCount === count);
});
