import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { ChaosUser } from "./chaos-user.ts";
import type { RandomChoices } from "./random-choices.ts";

/* What people do, each with how often. All of it through the API, and none of it confirms a second mail. */

const COMPANIES = "/api/dashboard/companies";
const CITIES = [
  "Paris (France)",
  "Lyon (France)",
  "Marseille (France)",
  "London (United Kingdom)",
  "Manchester (United Kingdom)",
  "Berlin (Germany)",
  "Munich (Germany)",
  "Atlantis",
];
const KINDS = [
  "software_company",
  "web_agency",
  "shop_bakery",
  "office_lawyer",
  "office_architect",
  "shop_florist",
  "office_insurance",
  "shop_books",
  "custom_tissage",
];
const LETTER =
  "Bonjour,\n\nVotre équipe m'intéresse et je serais heureuse d'en parler avec vous.\n\nCordialement,\nAna Martin";

const Company = z.object({ id: z.string(), message_version: z.number() });
const Page = z.object({ companies: z.array(Company) });
const Search = z.object({ id: z.string(), status: z.string() });
const Current = z.object({ search: Search.nullable() });
const Preview = z.object({ preview: z.object({ fingerprint: z.string(), review: z.array(z.unknown()) }) });
const Running = z.object({ generation: z.object({ id: z.string(), status: z.string() }).nullable() });

type ChaosAction = (person: ChaosUser, dice: RandomChoices) => Promise<unknown>;

const listCompanies = async (person: ChaosUser, query: string) =>
  (await person.get(Page, `${COMPANIES}?${query}`))?.companies ?? [];

const runSearch: ChaosAction = async (person, dice) => {
  const current = await person.get(Current, "/api/search/current");
  if (!current) return;
  const { search } = current;
  if (!search)
    return person.call("POST", "/api/search/run", {
      business_types: dice.some(KINDS, 3),
      cities: dice.some(CITIES, 2),
    });
  if (search.status === "running" || search.status === "stopping") {
    for (let polls = dice.between(1, 5); polls > 0; polls -= 1, await sleep(400))
      await person.call("GET", `/api/search/status/${search.id}`);
    if (dice.chance(0.2)) await person.call("POST", `/api/search/${dice.chance(0.6) ? "stop" : "cancel"}/${search.id}`);
    return;
  }
  const found = await person.get(
    z.object({ companies: z.array(z.object({ id: z.string() })) }),
    `/api/search/${search.id}/companies?limit=100`,
  );
  if (search.status !== "completed" || dice.chance(0.2)) return person.call("POST", `/api/search/discard/${search.id}`);
  const ticked = dice.some(found?.companies.map(({ id }) => id) ?? [], 15);
  return person.call(
    "POST",
    `/api/search/add-to-dashboard/${search.id}`,
    dice.chance(0.4) && ticked.length > 0 ? { company_ids: ticked } : {},
  );
};

const generateMessage: ChaosAction = async (person, dice) => {
  const company = dice.pick(await listCompanies(person, "status=to_write&limit=20"));
  if (!company) return;
  const writing = person.call("POST", `${COMPANIES}/${company.id}/generate-message`);
  if (dice.chance(0.2)) {
    await sleep(dice.between(0, 500));
    await person.call("DELETE", `${COMPANIES}/${company.id}/generate-message`);
  }
  await writing;
};

const generateBulk: ChaosAction = async (person, dice) => {
  const ids = dice.some(await listCompanies(person, "limit=40"), 15).map(({ id }) => id);
  if (ids.length === 0) return;
  await person.call("POST", `${COMPANIES}/bulk-generate-message`, { company_ids: ids, overwrite: dice.chance(0.3) });
  await sleep(dice.between(0, 1_500));
  const running = (await person.get(Running, "/api/dashboard/generations/current"))?.generation;
  if (running?.status === "running" && dice.chance(0.3))
    await person.call("POST", `/api/dashboard/generations/${running.id}/cancel`);
};

/** A mailbox that Google has closed is linked anew. */
async function relinkIfNeeded(person: ChaosUser, code: string | undefined): Promise<void> {
  if (code === "gmail_required" || code === "gmail_disconnected") await person.linkGmail();
}

const sendOne: ChaosAction = async (person, dice) => {
  const company = dice.pick(await listCompanies(person, "status=ready&limit=30"));
  if (!company) return;
  const shown = await person.call("GET", `${COMPANIES}/${company.id}/preview`);
  await relinkIfNeeded(person, shown?.code);
  const preview = Preview.safeParse(shown?.body).data?.preview;
  if (!preview) return;
  const seen = { message_version: company.message_version, fingerprint: preview.fingerprint };
  if (dice.chance(0.1)) return person.call("POST", `${COMPANIES}/${company.id}/send-test`, seen);
  const pressSend = () =>
    person.call("POST", `${COMPANIES}/${company.id}/send-email`, {
      ...seen,
      confirm: preview.review.length > 0 ? ["needs_review"] : [],
    });
  const answers = await Promise.all(dice.chance(0.3) ? [pressSend(), pressSend()] : [pressSend()]);
  return relinkIfNeeded(person, answers[0]?.code);
};

const sendBatch: ChaosAction = async (person, dice) => {
  const ready = dice.some(await listCompanies(person, "status=ready&limit=40"), 10);
  if (ready.length === 0) return;
  const answer = await person.call("POST", `${COMPANIES}/bulk-send`, {
    company_ids: ready.map(({ id }) => id),
    message_versions: Object.fromEntries(ready.map((company) => [company.id, company.message_version])),
  });
  const failed =
    z.object({ failed: z.array(z.object({ reason: z.string() })) }).safeParse(answer?.body).data?.failed ?? [];
  return relinkIfNeeded(person, answer?.code || failed.find(({ reason }) => reason === "gmail_disconnected")?.reason);
};

const editCompany: ChaosAction = async (person, dice) => {
  const company = dice.pick(
    await listCompanies(person, `limit=30&sort_by=${dice.chance(0.5) ? "website" : "created_at"}`),
  );
  const patch = dice.pick([
    { favorited: true },
    { favorited: false },
    { subject: "Candidature" },
    { message: LETTER },
    { language: "en" },
    { language: "fr" },
  ]);
  if (company && patch) await person.call("PATCH", `${COMPANIES}/${company.id}`, patch);
};

const archiveCompanies: ChaosAction = async (person, dice) => {
  const [one, ...others] = dice.some(await listCompanies(person, "limit=60&sort_order=asc"), 4).map(({ id }) => id);
  if (!one) return;
  if (others.length === 0) return person.call("POST", `${COMPANIES}/${one}/archive`);
  return person.call("POST", `${COMPANIES}/bulk-archive`, { company_ids: [one, ...others] });
};

const restoreCompanies: ChaosAction = async (person, dice) => {
  const page = await person.get(Page, "/api/archive/companies?limit=30");
  const [one, ...others] = dice.some(page?.companies.map(({ id }) => id) ?? [], 4);
  if (!one) return;
  const gone = dice.chance(0.4);
  if (others.length === 0)
    return gone
      ? person.call("DELETE", `/api/archive/companies/${one}`)
      : person.call("POST", `/api/archive/companies/${one}/unarchive`);
  return person.call("POST", `/api/archive/companies/${gone ? "bulk-delete" : "bulk-unarchive"}`, {
    company_ids: [one, ...others],
  });
};

const READ_PATHS = [
  "/api/health",
  "/api/auth/me",
  "/api/settings",
  "/api/settings/gmail/status",
  "/api/settings/emails",
  "/api/settings/do-not-contact",
  "/api/search/history",
  "/api/search/current",
  "/api/dashboard/generations/current",
  `${COMPANIES}?limit=50`,
  `${COMPANIES}?favorited=true`,
  `${COMPANIES}/ids`,
  "/api/archive/companies",
];
const readPages: ChaosAction = (person, dice) => person.call("GET", dice.pick(READ_PATHS) ?? "/api/health");

const changeSettings: ChaosAction = (person, dice) => {
  const [path, body] = dice.pick([
    ["language", { language: dice.chance(0.5) ? "fr" : "en" }],
    ["preferences", { attach_cv: dice.chance(0.8) }],
    [
      "template-message",
      { message: `Bonjour, je cherche un poste. ${"Je suis curieuse. ".repeat(dice.between(0, 9))}` },
    ],
  ] as const) ?? ["language", { language: "fr" }];
  return person.call("PATCH", `/api/settings/${path}`, body);
};

const blockCompany: ChaosAction = (person, dice) =>
  person.call(dice.chance(0.5) ? "POST" : "DELETE", "/api/settings/do-not-contact", {
    entry: `firm-${Math.floor(dice.between(0, 20))}.example`,
  });

const deleteAccount: ChaosAction = async (person) => {
  const answer = await person.callConfirmed("DELETE", "/api/settings/account");
  if (answer) person.hasAccount = person.signedIn = false;
};

const WEIGHTED_ACTIONS: readonly (readonly [share: number, deed: ChaosAction])[] = [
  [16, runSearch],
  [9, generateMessage],
  [7, generateBulk],
  [10, sendOne],
  [5, sendBatch],
  [8, editCompany],
  [3, archiveCompanies],
  [3, restoreCompanies],
  [22, readPages],
  [4, changeSettings],
  [2, blockCompany],
  [0.4, deleteAccount],
  [
    2,
    (person) =>
      person.call("POST", "/api/settings/improve-message", {
        mode: "improve",
        message: "Bonjour, je cherche un poste de développeuse.",
      }),
  ],
  [
    3,
    (person, dice) =>
      person.call("POST", "/api/search/categories", {
        query: dice.pick(["boulangerie", "développeur", "avocat", "travailler avec des livres"]),
      }),
  ],
  [1, (person) => person.call("POST", "/api/search/categories/translate", { gcids: ["shop_bakery", "custom_x"] })],
  [1.5, (person) => person.uploadCv()],
  [0.5, (person) => person.uploadCv(new File(["no PDF at all"], "cv.pdf", { type: "application/pdf" }))],
  [1, (person) => person.callConfirmed("GET", "/api/settings/export")],
  [0.7, (person) => person.call("POST", "/api/auth/logout").then(() => (person.signedIn = false))],
  [0.6, (person) => person.call("DELETE", "/api/settings/gmail")],
  [
    0.3,
    (person, dice) =>
      person.call("POST", "/api/objections", { entry: `rh@objector-${Math.floor(dice.between(0, 1e6))}.example` }),
  ],
];
const TOTAL_WEIGHT = WEIGHTED_ACTIONS.reduce((sum, [share]) => sum + share, 0);

/** The first thing somebody does with a new account: finds companies and has a few letters written. */
async function fillDashboard(person: ChaosUser, dice: RandomChoices): Promise<void> {
  await person.call("POST", "/api/search/run", {
    business_types: dice.some(KINDS.slice(0, 3), 1),
    cities: dice.some(CITIES.slice(0, 5), 1),
  });
  for (let polls = 0; polls < 40; polls += 1, await sleep(300)) {
    const search = (await person.get(Current, "/api/search/current"))?.search;
    if (!search) break;
    if (search.status === "completed") await person.call("POST", `/api/search/add-to-dashboard/${search.id}`);
    else if (search.status === "failed") break;
  }
  const ids = (await listCompanies(person, "status=to_write&limit=8")).map(({ id }) => id);
  if (ids.length > 0) await person.call("POST", `${COMPANIES}/bulk-generate-message`, { company_ids: ids });
}

/** Does one thing after the other, with a moment of thought between, until told to stop. */
export async function actUntil(person: ChaosUser, dice: RandomChoices, goesOn: () => boolean): Promise<void> {
  while (goesOn()) {
    if (person.signedIn) {
      let at = dice.between(0, TOTAL_WEIGHT);
      const [, deed] = WEIGHTED_ACTIONS.find(([share]) => (at -= share) < 0) ?? [0, readPages];
      await deed(person, dice);
    } else {
      const accounts = person.accounts.length;
      await person.signInOrUp();
      if (person.accounts.length > accounts) await fillDashboard(person, dice);
    }
    await sleep(dice.between(50, 700));
  }
}
