import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { MiniflareServer } from "./miniflare-server.ts";
import type { ApiCall, BrowserTab } from "./press-send.ts";

const SEND_SCOPE = "https://www.googleapis.com/auth/gmail.send";
const LETTER =
  "Bonjour,\n\nVotre équipe m'intéresse et je serais heureuse d'en parler avec vous.\n\nCordialement,\nAna Martin";

/** A user with 20 companies, or as many as asked for, and a linked mailbox. */
export interface JobSeeker {
  ids: string[];
  cookie: string;
  call: ApiCall;
  /** Uploads a form. Throws when it is not taken. */
  upload(path: string, form: FormData): Promise<void>;
  relink(): Promise<void>;
  tab(random: () => number): BrowserTab;
}

/** The address of a company, which tells it in the outbox. */
const toEmail = (id: string): string => `${id}@firms.example`;
export const toCompanyId = (address: string): string => address.slice(0, address.indexOf("@"));

const insertStatement = (table: string, row: Record<string, unknown>) => ({
  sql: `INSERT OR IGNORE INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${Object.keys(row)
    .map(() => "?")
    .join(", ")})`,
  values: Object.values(row),
});

/** Seeds a user who has finished the wizard. What the API needs a search or a generation for is written to D1. @param name unique in its server */
export async function seedJobSeeker(server: MiniflareServer, name: string, companies = 20): Promise<JobSeeker> {
  const now = new Date().toISOString();
  const token = randomBytes(24).toString("base64url");
  const cookie = `__Host-session=${name}.${token}`;
  const ids = Array.from({ length: companies }, (_, n) => `${name}-${n + 1}`);
  await server.write([
    insertStatement("users", {
      id: name,
      name: "Ana Martin",
      email: `${name}@mail.example`,
      language: "fr",
      wizard_completed: 1,
      created_at: now,
    }),
    insertStatement("sessions", {
      token_hash: createHash("sha256").update(token).digest("hex"),
      user_id: name,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    }),
    ...ids.map((id) =>
      insertStatement("companies", {
        user_id: name,
        id,
        identity: `${id}.example`,
        name: `Firm ${id}`,
        website: `https://${id}.example/`,
        business_type: "software_company",
        city: "Paris",
        country: "FR",
        email: toEmail(id),
        phone: "",
        contacts: "[]",
        language: "fr",
        subject: "Candidature spontanée",
        message: LETTER,
        message_version: 1,
        created_at: now,
        source: "proof",
      }),
    ),
  ]);

  const callApi: ApiCall = async (method, path, body) => {
    try {
      const response = await fetch(server.url() + path, {
        method,
        headers: { cookie, ...(body !== undefined && { "content-type": "application/json" }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    } catch {
      // The server was killed: it comes back under another address.
      await sleep(20);
      await server.waitUntilUp();
      return null;
    }
  };

  const uploadForm = async (path: string, form: FormData) => {
    const response = await fetch(server.url() + path, { method: "POST", headers: { cookie }, body: form });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  };

  /** As a user does: Google's consent page, then the popup's way back. @returns false when the connection was lost on the way */
  const linkGmail = async (): Promise<boolean> => {
    const begun = await callApi("POST", "/api/settings/gmail/authorization-url");
    if (!begun) return false;
    const { auth_url } = z.object({ auth_url: z.string() }).parse(begun.body);
    try {
      const form = new URLSearchParams({ email: `${name}@gmail.example`, decision: "allow", scope: SEND_SCOPE });
      const consent = new URL(auth_url);
      const decided = await fetch(server.url() + consent.pathname + consent.search, {
        method: "POST",
        body: form,
        redirect: "manual",
      });
      const back = new URL(decided.headers.get("location") ?? "", server.url());
      return (await fetch(server.url() + back.pathname + back.search, { headers: { cookie } })).ok;
    } catch {
      await sleep(20);
      await server.waitUntilUp();
      return false;
    }
  };
  let linking: Promise<void> | undefined;
  const relinkOnce = () =>
    (linking ??= (async () => {
      for (let tries = 0; tries < 50; tries += 1) if (await linkGmail()) return;
      throw new Error(`${name} cannot link a mailbox`);
    })().finally(() => (linking = undefined)));

  await relinkOnce();
  return {
    ids,
    cookie,
    call: callApi,
    upload: uploadForm,
    relink: relinkOnce,
    tab: (random) => ({ call: callApi, relink: relinkOnce, random, pause: sleep }),
  };
}
