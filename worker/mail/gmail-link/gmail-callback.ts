import type { Context } from "hono";
import { z } from "zod";
import type { Language } from "../../contract/field-schemas";
import { GMAIL_CALLBACK_PATH } from "../../contract/mail";
import type { AppEnv, SignedInContext } from "../../http/request-context";
import { requireSession } from "../../http/require-session";
import { log, logError } from "../../lib/log";
import { toApiError } from "../../platform/api-error";
import { renderCallbackPage } from "./gmail-callback-page";
import { completeGmailLink } from "./gmail-link";

const CallbackQuery = z.object({
  state: z.string().max(200),
  code: z.string().max(2_048).optional(),
  error: z.string().max(200).optional(),
});

/** The redirect URI of the popup; it has to be registered at Google. */
export const toRedirectUri = (origin: string): string => `${origin}/api${GMAIL_CALLBACK_PATH}`;

/** Mails of the outbox may wait for a mailbox. A failure is mended when the user next looks at the outbox. */
const resumeOutbox = ({ deps: { mailboxes }, user }: SignedInContext): Promise<void> =>
  mailboxes
    .get(mailboxes.idFromName(user.id))
    .reconnect(user.id)
    .catch((error: unknown) => logError("outbox_not_resumed", error));

/** Google's redirect: completes the link and always answers with a page. */
export async function handleGmailCallback(c: Context<AppEnv>): Promise<Response> {
  let language: Language = "fr";
  try {
    const context = await requireSession(c.get("context"), { access: "session", method: "GET" });
    language = context.user.language;
    context.deps.requireFeature("gmail");
    const params = CallbackQuery.safeParse(c.req.query()).data ?? {};
    await completeGmailLink(
      { userId: context.user.id, sessionHash: context.user.sessionHash },
      params,
      toRedirectUri(context.origin),
      context.deps,
    );
    await resumeOutbox(context);
    return renderCallbackPage(language, null);
  } catch (error) {
    const apiError = toApiError(error);
    if (!apiError) throw error;
    log("gmail_link_failed", { code: apiError.code });
    return renderCallbackPage(language, { code: apiError.code, status: apiError.status });
  }
}
