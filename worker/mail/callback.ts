import type { Context } from "hono";
import { z } from "zod";
import type { Language } from "../contract/fields";
import { GMAIL_CALLBACK_PATH } from "../contract/mail";
import { type AppEnv, callOf, signIn } from "../http";
import { log } from "../log";
import { refusalFor } from "../refusal";
import { callbackPage } from "./callback-page";
import { completeLink } from "./link";

const Returned = z.object({
  state: z.string().max(200),
  code: z.string().max(2_048).optional(),
  error: z.string().max(200).optional(),
});

/** The address Google sends the popup back to, which has to be registered there. */
export const redirectUriOf = (origin: string): string => `${origin}/api${GMAIL_CALLBACK_PATH}`;

/** Google's way back: completes the link and answers with a page, whatever happened. */
export async function receiveGmailLink(c: Context<AppEnv>): Promise<Response> {
  let language: Language = "fr";
  try {
    const call = await signIn(callOf(c), { access: "session", method: "GET" });
    language = call.user.language;
    call.deps.require("gmail");
    const back = Returned.safeParse(c.req.query()).data ?? {};
    await completeLink(
      { userId: call.user.id, sessionHash: call.user.sessionHash },
      back,
      redirectUriOf(call.origin),
      call.deps,
    );
    return callbackPage(language, null);
  } catch (error) {
    const refusal = refusalFor(error);
    if (!refusal) throw error;
    log("gmail_link_failed", { code: refusal.code });
    return callbackPage(language, { code: refusal.code, status: refusal.status });
  }
}
