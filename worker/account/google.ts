import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { tellSessionEnded } from "../activity/tell";
import type { Language } from "../contract/fields";
import { LIMITS } from "../contract/limits";
import type { Deps } from "../deps";
import { ApiError } from "../platform/api-error";
import { type GoogleIdentity, type Identity, OutsideError } from "../ports";
import { type Account, accountsOfGoogle, createAccount, linkGoogle } from "./store";

const COOKIE = "oauth_state";
const STATE_SECONDS = 600;
/** What a code got by the popup of Google's script is exchanged with. */
const POPUP_REDIRECT = "postmessage";

/** Remembers in the browser which sign-in it began. */
export function keepState(c: Context, state: string): void {
  setCookie(c, COOKIE, state, {
    prefix: "host",
    secure: true,
    httpOnly: true,
    sameSite: "Lax",
    path: "/",
    maxAge: STATE_SECONDS,
  });
}

/** Takes the state out of the browser, so that it works once. @throws ApiError `oauth_state_missing` when it is not the given one */
export function takeState(c: Context, state: string): void {
  const kept = getCookie(c, COOKIE, "host");
  deleteCookie(c, COOKIE, { prefix: "host", secure: true, path: "/" });
  if (kept !== state) throw new ApiError("oauth_state_missing");
}

/** @throws ApiError `oauth_denied` for a code Google does not know, `oauth_unverified` for an e-mail nobody has proved */
export async function identify(identity: Identity, code: string, signal: AbortSignal): Promise<GoogleIdentity> {
  const person = await identity.exchange({ code, redirectUri: POPUP_REDIRECT }, signal).then(
    (answer) => answer.identity,
    (error: unknown) => {
      const refused = error instanceof OutsideError && error.failure === "refused" ? error.details : null;
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
export async function accountOfPerson(
  deps: Pick<Deps, "db" | "activities" | "mailboxes" | "now">,
  person: GoogleIdentity,
  language: Language,
): Promise<Account> {
  return (
    (await knownAccount(deps, person)) ??
    (await createAccount(deps.db, {
      id: crypto.randomUUID(),
      name: nameOf(person),
      email: person.email,
      language,
      createdAt: deps.now().toISOString(),
      googleSub: person.sub,
      emailVerified: true,
    })) ??
    // Somebody was faster with the same e-mail: perhaps the same person in another tab.
    (await knownAccount(deps, person)) ??
    taken()
  );
}

async function knownAccount(
  deps: Pick<Deps, "db" | "activities" | "mailboxes" | "now">,
  person: GoogleIdentity,
): Promise<Account | undefined> {
  const { db, mailboxes } = deps;
  const { linked, sameEmail } = await accountsOfGoogle(db, person);
  if (linked || !sameEmail) return linked;
  if (sameEmail.googleSub !== null) taken();
  const { gmailEmail, emailVerified, id } = sameEmail;
  // Whoever held the account without proving its e-mail may have linked a mailbox of their own: nothing may be sent from there.
  const foreign = !emailVerified && gmailEmail !== null && gmailEmail !== person.email;
  if (foreign) await mailboxes.get(mailboxes.idFromName(id)).disconnect(id);
  if (await linkGoogle(db, id, person)) await tellSessionEnded(deps, id);
  return foreign ? { ...sameEmail, gmailEmail: null, gmailTokens: null, gmailLinkedAt: null } : sameEmail;
}

function taken(): never {
  throw new ApiError("email_taken");
}

/** Google's name as one line, or what stands before the @. */
function nameOf({ name, email }: GoogleIdentity): string {
  const line = name
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()
    .slice(0, LIMITS.nameLength)
    .trim();
  return line || (email.split("@", 1)[0] ?? email).slice(0, LIMITS.nameLength);
}
