import { env } from "cloudflare:workers";
import { z } from "zod";
import type { Answer, Client } from "./client";
import { callSandbox } from "./sandbox-client";

const SEND_SCOPE = "https://www.googleapis.com/auth/gmail.send";
const AuthorizationUrl = z.object({ auth_url: z.string() });

/** The user's choice on Google's consent page. */
interface Consent {
  email?: string;
  decision?: "allow" | "deny";
  /** Leaves the permission to send unticked. */
  without?: "gmail.send";
}

/** Opens a user's consent page and decides there. @returns the path that Google redirects to */
export async function giveConsent(
  client: Client,
  { email = "camille.martin@mail.example", decision = "allow", without }: Consent = {},
): Promise<string> {
  const { auth_url } = (await client.post("/api/settings/gmail/authorization-url")).as(AuthorizationUrl);
  const form = new URLSearchParams({ email, decision });
  if (!without) form.append("scope", SEND_SCOPE);
  const response = await env.SANDBOX.fetch(auth_url, { method: "POST", body: form, redirect: "manual" });
  const back = new URL(response.headers.get("location") ?? "", "http://localhost");
  return back.pathname + back.search;
}

/** Links a mailbox as a user does: consent, then the redirect. */
export async function linkGmail(client: Client, what: Consent = {}): Promise<Answer> {
  return client.get(await giveConsent(client, what));
}

const Mail = z.object({
  id: z.string(),
  /** The first mail of its conversation. */
  threadId: z.string(),
  account: z.string(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  raw: z.string(),
  attachments: z.array(z.object({ filename: z.string(), mimeType: z.string(), size: z.number() })),
});

/** The mails sent by the fake Gmail, newest first. */
export const listOutbox = async () => z.array(Mail).parse(await callSandbox("/sandbox/outbox"));
