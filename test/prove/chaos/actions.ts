import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { RandomChoices } from "../../harness/random.ts";
import type { ChaosUser } from "./chaos-user.ts";

/* What users do through the API, each with its share. None of it confirms a second mail. */

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
const Versions = z.object({ versions: z.array(z.object({ version: z.number() })) });
const Running = z.object({ generation: z.object({ id: z.string(), status: z.string() }).nullable() });

const Fingerprints = z.object({ fingerprints: z.record(z.string(), z.string()) });
const Outbox = z.object({
  outbox: z.object({
    stopped: z.string().nullable(),
    mails: z.array(z.object({ company_id: z.string(), waits_for: z.string().nullable() })),
  }),
});
const Opened = z.object({ note: z.object({ version: z.number() }) });
const Profiles = z.object({ profiles: z.array(z.object({ id: z.string(), is_default: z.boolean() })) });
const Saved = z.object({ saved: z.array(z.object({ id: z.string() })) });

type ChaosAction = (user: ChaosUser, choices: RandomChoices) => Promise<unknown>;

const listCompanies = async (user: ChaosUser, query: string) =>
  (await user.get(Page, `${COMPANIES}?${query}`))?.companies ?? [];

const runSearch: ChaosAction = async (user, choices) => {
  const current = await user.get(Current, "/api/search/current");
  if (!current) return;
  const { search } = current;
  if (!search)
    return user.call("POST", "/api/search/run", {
      business_types: choices.some(KINDS, 3),
      cities: choices.some(CITIES, 2),
    });
  if (search.status === "running" || search.status === "stopping") {
    for (let polls = choices.between(1, 5); polls > 0; polls -= 1, await sleep(400))
      await user.call("GET", `/api/search/status/${search.id}`);
    if (choices.chance(0.2))
      await user.call("POST", `/api/search/${choices.chance(0.6) ? "stop" : "cancel"}/${search.id}`);
    return;
  }
  const found = await user.get(
    z.object({ companies: z.array(z.object({ id: z.string() })) }),
    `/api/search/${search.id}/companies?limit=100`,
  );
  if (search.status !== "completed" || choices.chance(0.2))
    return user.call("POST", `/api/search/discard/${search.id}`);
  const ticked = choices.some(found?.companies.map(({ id }) => id) ?? [], 15);
  return user.call(
    "POST",
    `/api/search/add-to-dashboard/${search.id}`,
    choices.chance(0.4) && ticked.length > 0 ? { company_ids: ticked } : {},
  );
};

const generateMessage: ChaosAction = async (user, choices) => {
  const company = choices.pick(await listCompanies(user, "status=to_write&limit=20"));
  if (!company) return;
  const writing = user.call("POST", `${COMPANIES}/${company.id}/generate-message`);
  if (choices.chance(0.2)) {
    await sleep(choices.between(0, 500));
    await user.call("DELETE", `${COMPANIES}/${company.id}/generate-message`);
  }
  await writing;
};

const generateBulk: ChaosAction = async (user, choices) => {
  const ids = choices.some(await listCompanies(user, "limit=40"), 15).map(({ id }) => id);
  if (ids.length === 0) return;
  const profiles = choices.chance(0.3) ? (await user.get(Profiles, "/api/settings/profiles"))?.profiles : [];
  const profile = choices.pick(profiles ?? []);
  await user.call("POST", `${COMPANIES}/bulk-generate-message`, {
    company_ids: ids,
    overwrite: choices.chance(0.3),
    ...(profile && { profile_id: profile.id }),
  });
  await sleep(choices.between(0, 1_500));
  const running = (await user.get(Running, "/api/dashboard/generations/current"))?.generation;
  if (running?.status === "running" && choices.chance(0.3))
    await user.call("POST", `/api/dashboard/generations/${running.id}/cancel`);
};

/** Links a mailbox that Google closed again. */
async function relinkIfNeeded(user: ChaosUser, code: string | undefined): Promise<void> {
  if (code === "gmail_required" || code === "gmail_disconnected") await user.linkGmail();
}

const sendOne: ChaosAction = async (user, choices) => {
  const company = choices.pick(await listCompanies(user, "status=ready&limit=30"));
  if (!company) return;
  const shown = await user.call("GET", `${COMPANIES}/${company.id}/preview`);
  await relinkIfNeeded(user, shown?.code);
  const preview = Preview.safeParse(shown?.body).data?.preview;
  if (!preview) return;
  const seen = { message_version: company.message_version, fingerprint: preview.fingerprint };
  if (choices.chance(0.1)) return user.call("POST", `${COMPANIES}/${company.id}/send-test`, seen);
  const pressSend = () =>
    user.call("POST", `${COMPANIES}/${company.id}/send-email`, {
      ...seen,
      confirm: preview.review.length > 0 ? ["needs_review"] : [],
    });
  const answers = await Promise.all(choices.chance(0.3) ? [pressSend(), pressSend()] : [pressSend()]);
  return relinkIfNeeded(user, answers[0]?.code);
};

const sendBatch: ChaosAction = async (user, choices) => {
  const ready = choices.some(await listCompanies(user, "status=ready&limit=40"), 10);
  if (ready.length === 0) return;
  const answer = await user.call("POST", `${COMPANIES}/bulk-send`, {
    company_ids: ready.map(({ id }) => id),
    message_versions: Object.fromEntries(ready.map((company) => [company.id, company.message_version])),
  });
  const failed =
    z.object({ failed: z.array(z.object({ reason: z.string() })) }).safeParse(answer?.body).data?.failed ?? [];
  return relinkIfNeeded(user, answer?.code || failed.find(({ reason }) => reason === "gmail_disconnected")?.reason);
};

/** Approves mails as they are shown, to leave by themselves or at a time soon. */
const queueMails: ChaosAction = async (user, choices) => {
  const ready = choices.some(await listCompanies(user, "status=ready&limit=40"), 6);
  if (ready.length === 0) return;
  const shown = await user.call("POST", `${COMPANIES}/bulk-preview`, { company_ids: ready.map(({ id }) => id) });
  await relinkIfNeeded(user, shown?.code);
  const fingerprints = Fingerprints.safeParse(shown?.body).data?.fingerprints ?? {};
  const mails = ready.flatMap(({ id, message_version }) =>
    fingerprints[id] === undefined ? [] : [{ company_id: id, message_version, fingerprint: fingerprints[id] }],
  );
  if (mails.length === 0) return;
  const send_at = choices.chance(0.2) ? new Date(Date.now() + choices.between(0, 20_000)).toISOString() : null;
  const press = () => user.call("POST", "/api/outbox", { mails, send_at });
  await Promise.all(choices.chance(0.2) ? [press(), press()] : [press()]);
};

/** Undo, stop, go on, another order, another time. */
const changeOutbox: ChaosAction = async (user, choices) => {
  const outbox = (await user.get(Outbox, "/api/outbox"))?.outbox;
  const ids = outbox?.mails.filter(({ waits_for }) => waits_for !== null).map(({ company_id }) => company_id) ?? [];
  if (outbox?.stopped && choices.chance(0.7)) return user.call("POST", "/api/outbox/resume");
  if (ids.length === 0) return;
  const some = choices.some(ids, 4);
  const [path, body] = choices.pick([
    ["take-out", { company_ids: some }],
    ["order", { company_ids: some }],
    ["schedule", { company_ids: some, send_at: null }],
    ["schedule", { company_ids: some, send_at: new Date(Date.now() + 5_000).toISOString() }],
    ["stop", undefined],
  ] as const) ?? ["resume", undefined];
  return user.call("POST", `/api/outbox/${path}`, body);
};

/** Opens the page of a company, notes something and sorts it, at times twice at once. */
const noteOnCompany: ChaosAction = async (user, choices) => {
  const company = choices.pick(await listCompanies(user, "limit=20"));
  if (!company) return;
  const path = `${COMPANIES}/${company.id}`;
  const version = (await user.get(Opened, `${path}/page`))?.note.version;
  if (version === undefined) return;
  const save = (text: string) => user.call("POST", `${path}/note`, { text, version });
  await Promise.all(choices.chance(0.3) ? [save("Rappeler"), save("Attendre")] : [save("Rappeler lundi")]);
  const tag = choices.pick(["Lyon", "À rappeler", "Salon"]);
  await user.call(choices.chance(0.7) ? "POST" : "DELETE", `${path}/tags`, { tag });
  await user.call("GET", "/api/dashboard/tags");
};

const applyOtherwise: ChaosAction = async (user, choices) => {
  const company = choices.pick(await listCompanies(user, "limit=20"));
  if (!company) return;
  const path = `${COMPANIES}/${company.id}/applications`;
  if (choices.chance(0.4)) return user.call("DELETE", `${path}/phone`);
  return user.call("POST", path, { way: "phone", target: "+33 1 23 45 67 89" });
};

/** Adds a profile, gives it a CV or a company, names it, makes it the default one, or deletes it. */
const changeProfiles: ChaosAction = async (user, choices) => {
  const profiles = (await user.get(Profiles, "/api/settings/profiles"))?.profiles;
  const other = choices.pick(profiles?.filter((profile) => !profile.is_default) ?? []);
  if (!other) return user.call("POST", "/api/settings/profiles", { name: "English", language: "en" });
  const chance = choices.between(0, 1);
  if (chance < 0.3) return user.uploadCv(undefined, `?profile_id=${other.id}`);
  if (chance < 0.6) {
    const company = choices.pick(await listCompanies(user, "limit=20"));
    return company && user.call("PATCH", `${COMPANIES}/${company.id}`, { profile_id: other.id });
  }
  const path = `/api/settings/profiles/${other.id}`;
  if (chance < 0.7) return user.call("DELETE", path, { move_letters: choices.chance(0.7) });
  return user.call("PATCH", path, chance < 0.85 ? { is_default: true } : { name: "Anglais" });
};

/** Keeps the last search, runs a kept one again, or forgets it. */
const keepSearch: ChaosAction = async (user, choices) => {
  const saved = choices.pick((await user.get(Saved, "/api/saved-searches"))?.saved ?? []);
  if (saved && choices.chance(0.5)) return user.call("POST", `/api/saved-searches/${saved.id}/run`);
  if (saved && choices.chance(0.5)) return user.call("DELETE", `/api/saved-searches/${saved.id}`);
  const search = (await user.get(Current, "/api/search/current"))?.search;
  if (search) await user.call("POST", `/api/search/keep/${search.id}`, { name: "Boulangeries" });
};

/** Brings back any of the kept texts of a message, at times twice at once. */
const restoreVersion: ChaosAction = async (user, choices) => {
  const company = choices.pick(await listCompanies(user, "status=ready&limit=5"));
  if (!company) return;
  const path = `${COMPANIES}/${company.id}/message-versions`;
  const kept = await user.get(Versions, path);
  const version = choices.pick(kept?.versions ?? []);
  if (!version) return;
  const press = () => user.call("POST", `${path}/${version.version}/restore`);
  await Promise.all(choices.chance(0.3) ? [press(), press()] : [press()]);
  return user.call("POST", `${COMPANIES}/${company.id}/message-read`, { version: company.message_version });
};

const editCompany: ChaosAction = async (user, choices) => {
  const company = choices.pick(
    await listCompanies(user, `limit=30&sort_by=${choices.chance(0.5) ? "website" : "created_at"}`),
  );
  const patch = choices.pick([
    { favorited: true },
    { favorited: false },
    { subject: "Candidature" },
    { message: LETTER },
    { language: "en" },
    { language: "fr" },
  ]);
  if (company && patch) await user.call("PATCH", `${COMPANIES}/${company.id}`, patch);
};

const archiveCompanies: ChaosAction = async (user, choices) => {
  const [one, ...others] = choices.some(await listCompanies(user, "limit=60&sort_order=asc"), 4).map(({ id }) => id);
  if (!one) return;
  if (others.length === 0) return user.call("POST", `${COMPANIES}/${one}/archive`);
  return user.call("POST", `${COMPANIES}/bulk-archive`, { company_ids: [one, ...others] });
};

const restoreCompanies: ChaosAction = async (user, choices) => {
  const page = await user.get(Page, "/api/archive/companies?limit=30");
  const [one, ...others] = choices.some(page?.companies.map(({ id }) => id) ?? [], 4);
  if (!one) return;
  const isDeleting = choices.chance(0.4);
  if (others.length === 0)
    return isDeleting
      ? user.call("DELETE", `/api/archive/companies/${one}`)
      : user.call("POST", `/api/archive/companies/${one}/unarchive`);
  return user.call("POST", `/api/archive/companies/${isDeleting ? "bulk-delete" : "bulk-unarchive"}`, {
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
  "/api/dashboard/first-answers",
  "/api/activity",
  "/api/outbox",
  "/api/settings/facts",
  "/api/settings/security",
  "/api/archive/companies",
];
const readPages: ChaosAction = (user, choices) => user.call("GET", choices.pick(READ_PATHS) ?? "/api/health");

const changeSettings: ChaosAction = (user, choices) => {
  const [path, body] = choices.pick([
    ["language", { language: choices.chance(0.5) ? "fr" : "en" }],
    ["preferences", { attach_cv: choices.chance(0.8) }],
    [
      "template-message",
      { message: `Bonjour, je cherche un poste. ${"Je suis curieuse. ".repeat(choices.between(0, 9))}` },
    ],
  ] as const) ?? ["language", { language: "fr" }];
  return user.call("PATCH", `/api/settings/${path}`, body);
};

const blockCompany: ChaosAction = (user, choices) =>
  user.call(choices.chance(0.5) ? "POST" : "DELETE", "/api/settings/do-not-contact", {
    entry: `firm-${Math.floor(choices.between(0, 20))}.example`,
  });

const deleteAccount: ChaosAction = async (user) => {
  const answer = await user.callConfirmed("DELETE", "/api/settings/account");
  if (answer) user.hasAccount = user.signedIn = false;
};

const WEIGHTED_ACTIONS: readonly (readonly [share: number, act: ChaosAction])[] = [
  [16, runSearch],
  [9, generateMessage],
  [7, generateBulk],
  [10, sendOne],
  [5, sendBatch],
  [8, queueMails],
  [5, changeOutbox],
  [4, noteOnCompany],
  [2, applyOtherwise],
  [3, changeProfiles],
  [2, keepSearch],
  [8, editCompany],
  [3, restoreVersion],
  [3, archiveCompanies],
  [3, restoreCompanies],
  [22, readPages],
  [4, changeSettings],
  [2, blockCompany],
  [0.4, deleteAccount],
  [
    2,
    (user) =>
      user.call("POST", "/api/settings/improve-message", {
        mode: "improve",
        message: "Bonjour, je cherche un poste de développeuse.",
      }),
  ],
  [
    3,
    (user, choices) =>
      user.call("POST", "/api/search/categories", {
        query: choices.pick(["boulangerie", "développeur", "avocat", "travailler avec des livres"]),
      }),
  ],
  [1, (user) => user.call("POST", "/api/search/categories/translate", { gcids: ["shop_bakery", "custom_x"] })],
  [1.5, (user) => user.uploadCv()],
  [0.5, (user) => user.uploadCv(new File(["no PDF at all"], "cv.pdf", { type: "application/pdf" }))],
  [1, (user) => user.callConfirmed("GET", "/api/settings/export")],
  [0.7, (user) => user.call("POST", "/api/auth/logout").then(() => (user.signedIn = false))],
  [0.6, (user) => user.call("DELETE", "/api/settings/gmail")],
  [
    0.3,
    (user, choices) =>
      user.call("POST", "/api/objections", { entry: `rh@objector-${Math.floor(choices.between(0, 1e6))}.example` }),
  ],
];
const TOTAL_WEIGHT = WEIGHTED_ACTIONS.reduce((sum, [share]) => sum + share, 0);

/** The first thing users do with a new account: find companies and have a few letters written. */
async function fillDashboard(user: ChaosUser, choices: RandomChoices): Promise<void> {
  await user.call("POST", "/api/search/run", {
    business_types: choices.some(KINDS.slice(0, 3), 1),
    cities: choices.some(CITIES.slice(0, 5), 1),
  });
  for (let polls = 0; polls < 40; polls += 1, await sleep(300)) {
    const search = (await user.get(Current, "/api/search/current"))?.search;
    if (!search) break;
    if (search.status === "completed") await user.call("POST", `/api/search/add-to-dashboard/${search.id}`);
    else if (search.status === "failed") break;
  }
  const ids = (await listCompanies(user, "status=to_write&limit=8")).map(({ id }) => id);
  if (ids.length > 0) await user.call("POST", `${COMPANIES}/bulk-generate-message`, { company_ids: ids });
}

/** Does one thing after the other, with short pauses. */
export async function actUntil(user: ChaosUser, choices: RandomChoices, isRunning: () => boolean): Promise<void> {
  while (isRunning()) {
    if (user.signedIn) {
      let at = choices.between(0, TOTAL_WEIGHT);
      const [, action] = WEIGHTED_ACTIONS.find(([share]) => (at -= share) < 0) ?? [0, readPages];
      await action(user, choices);
    } else {
      const accounts = user.accounts.length;
      await user.signInOrUp();
      if (user.accounts.length > accounts) await fillDashboard(user, choices);
    }
    await sleep(choices.between(50, 700));
  }
}
