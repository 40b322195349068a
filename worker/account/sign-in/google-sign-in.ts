import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Deps } from "../../compose";
import type { Language } from "../../contract/field-schemas";
import { LIMITS } from "../../contract/limits";
import { revokePollTokens } from "../../platform/activity-signals";
import { ApiError } from "../../platform/api-error";
import { type GoogleUser, type GoogleAuth, ExternalServiceError } from "../../platform/ports";
import { type Account, findGoogleAccounts, createAccount, linkGoogle } from "../store-accounts";

const STATE_COOKIE_NAME = "oauth_state";
const STATE_MAX_AGE_SECONDS = 600;
/** What a code got by the popup of Google's script is exchanged with. */
const POPUP_REDIRECT = "postmessage";

/** Remembers in the browser which sign-in it began. */
export function storeState(c: Context, state: string): void {
  setCookie(c, STATE_COOKIE_NAME, state, {
    prefix: "host",
    secure: true,
    httpOnly: true,
    sameSite: "Lax",
    path: "/",
    maxAge: STATE_MAX_AGE_SECONDS,
  });
}

/** Takes the state out of the browser, so that it works once. @throws ApiError `oauth_state_missing` when it is not the given one */
export function consumeState(c: Context, state: string): void {
  const stateCookie = getCookie(c, STATE_COOKIE_NAME, "host");
  deleteCookie(c, STATE_COOKIE_NAME, { prefix: "host", secure: true, path: "/" });
  if (stateCookie !== state) throw new ApiError("oauth_state_missing");
}

/** @throws ApiError `oauth_denied` for a code Google does not know, `oauth_unverified` for an e-mail nobody has proved */
export async function identifyGoogleUser(identity: GoogleAuth, code: string, signal: AbortSignal): Promise<GoogleUser> {
  const person = await identity.exchangeCode({ code, redirectUri: POPUP_REDIRECT }, signal).then(
    (answer) => answer.identity,
    (error: unknown) => {
      const refused = error instanceof ExternalServiceError && error.failure === "refused" ? error.details : null;
      if (refused?.status === 400) throw new ApiError("oauth_denied");
      throw error;
    },
  );
  if (!person.emailVerified) throw new ApiError("oauth_unverified");
  return person;
}

/**
 * The account of a person Google vouches for: the linked one, else the one with that e-mail (which gets linked), else a new one.
 * @throws ApiError `email_taken` when the e-mail's account is linked to another Google account or is being deleted
 */
export async function findOrCreateAccount(
  deps: Pick<Deps, "db" | "activities" | "mailboxes" | "now">,
  person: GoogleUser,
  language: Language,
): Promise<Account> {
  return (
    (await findAccount(deps, person)) ??
    (await createAccount(deps.db, {
      id: crypto.randomUUID(),
      name: toAccountName(person),
      email: person.email,
      language,
      createdAt: deps.now().toISOString(),
      googleSub: person.sub,
      emailVerified: true,
    })) ??
    // Somebody was faster with the same e-mail: perhaps the same person in another tab.
    (await findAccount(deps, person)) ??
    throwEmailTaken()
  );
}

async function findAccount(
  deps: Pick<Deps, "db" | "activities" | "mailboxes" | "now">,
  person: GoogleUser,
): Promise<Account | undefined> {
  const { db, mailboxes } = deps;
  const { linked, sameEmail } = await findGoogleAccounts(db, person);
  if (linked || !sameEmail) return linked;
  if (sameEmail.googleSub !== null) throwEmailTaken();
  const { gmailEmail, emailVerified, id } = sameEmail;
  // Whoever held the account without proving its e-mail may have linked a mailbox of their own: nothing may be sent from there.
  const foreign = !emailVerified && gmailEmail !== null && gmailEmail !== person.email;
  if (foreign) await mailboxes.get(mailboxes.idFromName(id)).disconnect(id);
  if (await linkGoogle(db, id, person)) await revokePollTokens(deps, id);
  return foreign ? { ...sameEmail, gmailEmail: null, gmailTokens: null, gmailLinkedAt: null } : sameEmail;
}

function throwEmailTaken(): never {
  throw new ApiError("email_taken");
}

/** Google's name as one line, or what stands before the @. */
function toAccountName({ name, email }: GoogleUser): string {
  const line = name
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()
    .slice(0, LIMITS.nameLength)
    .trim();
  return line || (email.split("@", 1)[0] ?? email).slice(0, LIMITS.nameLength);
}
