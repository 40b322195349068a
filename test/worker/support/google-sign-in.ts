import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { signInWithGoogle } from "../../../worker/contract/account";
import { users } from "../../../worker/db/schema/account";
import { type Answer, Client } from "./client";
import { database } from "./seed";

/** The code that Google's popup returns for an account of the sandbox. */
export async function getPopupCode(
  email: string,
  clientId = "sandbox",
  more: Record<string, string> = {},
): Promise<string> {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: "postmessage",
    response_type: "code",
    scope: "openid profile email",
    state: "s",
    ...more,
  });
  const answer = await env.SANDBOX.fetch(`https://accounts.google.com/o/oauth2/v2/auth?${query.toString()}`, {
    method: "POST",
    body: new URLSearchParams({ decision: "allow", email }),
  });
  const [code] = /4\/0A[0-9a-f-]{36}/u.exec(await answer.text()) ?? [];
  if (!code) throw new Error("the sandbox gave no code");
  return code;
}

export const oauthState = "5a".repeat(32);

/** A complete Google sign-in of a browser. */
export async function signInByGooglePopup(client: Client, email: string, code?: string): Promise<Answer> {
  await client.post("/api/auth/google/state", { state: oauthState });
  return client.post("/api/auth/google", {
    code: code ?? (await getPopupCode(email)),
    state: oauthState,
    language: "en",
  });
}

/** Links a Google account of the sandbox to a user. */
export async function linkGoogleAccount(userId: string, email: string): Promise<void> {
  const { user } = (await signInByGooglePopup(new Client(), email)).as(signInWithGoogle.answer);
  const [row] = await database.delete(users).where(eq(users.id, user.id)).returning({ googleSub: users.googleSub });
  const googleSub = row?.googleSub ?? null;
  // A user from before, whom the directory does not know to have it.
  if (googleSub !== null) await database.update(users).set({ googleSub: null }).where(eq(users.googleSub, googleSub));
  await database.update(users).set({ googleSub }).where(eq(users.id, userId));
}
