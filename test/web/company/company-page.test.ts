import { beforeEach, describe, expect, it } from "vitest";
import { findNeighbours, keepCompanyOrder } from "../../../web/features/companies/model/company-order";
import * as requests from "../../../web/features/company/api/company-page-requests";
import { listTimelineEvents } from "../../../web/features/company/model/timeline";
import { buildGmailMailUrl } from "../../../web/features/mail/components/gmail-mail-link";
import { queryClient } from "../../../web/lib/query-client";
import type { Company, Contact } from "../../../worker/contract/companies";
import type { CompanyMail, CompanyPage } from "../../../worker/contract/company-page";
import { startBrowserSession } from "../support/browser-fetch";
import { signUpWithSetup } from "../support/sign-up";

const contact = (how: Contact["how"], day: number, kind: Contact["kind"] = "email"): Contact => ({
  kind,
  value: `${how}@firm.example`,
  page: "https://firm.example/",
  how,
  seen_at: `2026-11-0${day}T10:00:00.000Z`,
});
const mail = (values: Partial<CompanyMail>): CompanyMail => ({
  id: "m",
  time: "2026-11-07T10:00:00.000Z",
  recipient: "rh@firm.example",
  subject: "Candidature",
  status: "sent",
  test: false,
  step: 0,
  error: null,
  gmail_thread_id: "18c0ffee",
  ...values,
});
const company = (values: Partial<Company>): Company => ({
  id: "a",
  name: "Firm",
  website: "https://firm.example/",
  redirected_from: null,
  profile_id: null,
  business_type: "shop_bakery",
  city: "Lyon",
  country: "FR",
  email: "",
  phone: "",
  contacts: [],
  apply_elsewhere: null,
  contact_form: null,
  careers_page: null,
  source: "OpenStreetMap (ODbL)",
  sources: null,
  lat: null,
  lon: null,
  distance_km: null,
  size: null,
  sector: null,
  chain: null,
  recipient: null,
  language: "fr",
  subject: "",
  message: "",
  message_version: 0,
  message_author: null,
  message_warnings: [],
  message_read: false,
  generating: false,
  favorited: false,
  email_sent: false,
  sent_at: null,
  applied: null,
  outcome: null,
  outcome_at: null,
  next_date: null,
  send_status: "none",
  state: "dashboard",
  archived_at: null,
  created_at: "2026-11-02T10:00:00.000Z",
  ...values,
});
const page = (values: Partial<CompanyPage>): CompanyPage => ({
  company: company({}),
  facts: [],
  note: { text: "", version: 0, updated_at: null },
  tags: [],
  versions: [],
  mails: [],
  applications: [],
  calls: [],
  outcomes: [],
  dead_addresses: [],
  ...values,
});

describe("the history of a company", () => {
  it("begins when it was added, and tells what is known, latest first", () => {
    const events = listTimelineEvents(
      page({
        company: company({ contacts: [contact("text", 1), contact("link", 1, "phone"), contact("user", 3)] }),
        versions: [
          { version: 2, author: "user", created_at: "2026-11-05T10:00:00.000Z" },
          { version: 1, author: "assistant", created_at: "2026-11-04T10:00:00.000Z" },
        ],
        mails: [mail({})],
        applications: [{ way: "phone", target: "+33199001234", created_at: "2026-11-08T10:00:00.000Z" }],
        calls: [{ step: 1, number: "+33199001234", called_at: "2026-11-20T10:00:00.000Z" }],
        note: { text: "", version: 3, updated_at: "2026-11-09T10:00:00.000Z" },
      }),
    );
    expect(events.map(({ kind, at }) => `${at.slice(8, 10)} ${kind}`)).toEqual([
      "20 called",
      "09 note",
      "08 applied",
      "07 mail",
      "05 message",
      "04 message",
      "03 address",
      "02 added",
      "01 contacts",
    ]);
    expect(events).toContainEqual({ kind: "contacts", at: "2026-11-01T10:00:00.000Z", count: 2 });
    expect(events).toContainEqual({ kind: "address", at: "2026-11-03T10:00:00.000Z", address: "user@firm.example" });
  });

  it("does not say that its site was read where only the directory or the user gave a contact", () => {
    const given = page({ company: company({ source: "added by you", contacts: [contact("directory", 1)] }) });
    expect(listTimelineEvents(given)).toEqual([{ kind: "added", at: "2026-11-02T10:00:00.000Z", byUser: true }]);
  });
});

describe("the link to a mail in Gmail", () => {
  it("opens the conversation in the linked account, and in the browser's own where none is known", () => {
    expect(buildGmailMailUrl("18c0ffee", "ana+x@gmail.example")).toBe(
      "https://mail.google.com/mail/u/ana%2Bx@gmail.example/#all/18c0ffee",
    );
    expect(buildGmailMailUrl("18c0ffee", null)).toBe("https://mail.google.com/mail/#all/18c0ffee");
    expect(buildGmailMailUrl("../evil?x#y", "a/../b")).toBe(
      "https://mail.google.com/mail/u/a%2F..%2Fb/#all/..%2Fevil%3Fx%23y",
    );
  });
});

describe("the calls of the page of a company", () => {
  beforeEach(() => startBrowserSession());

  it("refuse what belongs to nobody, and list the tags in use", async () => {
    await signUpWithSetup();
    const absent = crypto.randomUUID();
    const refusal = { code: "not_found", status: 404 };
    await expect(queryClient.fetchQuery(requests.companyPageQuery(absent))).rejects.toMatchObject(refusal);
    await expect(requests.saveCompanyNote(absent, "Call", 0)).rejects.toMatchObject(refusal);
    await expect(requests.addCompanyTag(absent, "Lyon")).rejects.toMatchObject(refusal);
    await expect(requests.removeCompanyTag(absent, "Lyon")).rejects.toMatchObject(refusal);
    expect(await queryClient.fetchQuery(requests.tagsQuery())).toEqual({ tags: [] });
  });
});

describe("the companies beside one", () => {
  it("are those of the list that it was opened from; there are none for another company", () => {
    const values = new Map<string, string>();
    const sessionStorage = {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
    };
    Object.assign(globalThis, { window: { sessionStorage } });
    try {
      const rows = Array.from({ length: 1_000 }, (_, n) => ({ id: `c${n}` }));
      keepCompanyOrder(rows, "c500");
      expect(findNeighbours("c500")).toEqual({ previous: "c499", next: "c501" });
      expect(findNeighbours("c700")).toEqual({ previous: "c699", next: undefined });
      expect(findNeighbours("c10")).toEqual({ previous: undefined, next: undefined });
      keepCompanyOrder(rows, "c0");
      expect(findNeighbours("c0")).toEqual({ previous: undefined, next: "c1" });
    } finally {
      Reflect.deleteProperty(globalThis, "window");
    }
  });
});
