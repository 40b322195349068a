import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { CommonDeps, Deps } from "../../compose";
import type { Language } from "../../contract/field-schemas";
import { LIMITS } from "../../contract/limits";
import { revokePollTokens } from "../../platform/activity-signals";
import { ApiError } from "../../platform/api-error";
import { type GoogleUser, type GoogleAuth, ExternalServiceError } from "../../platform/ports";
import { type DirectoryEntry, findEntryByGoogle, linkGoogleEntry } from "../../shards/store-user-directory";
import { requireShard } from "../../shards/user-shards";
import { type Account, findGoogleAccounts, createAccount, linkGoogle } from "../store-accounts";
import { reserveAccount } from "./reserve-account";

const STATE_COOKIE_NAME = "oauth_state";
const STATE_MAX_AGE_SECONDS = 600;
/** What a code got by the popup of Google's script is exchanged with. */
const POPUP_REDIRECT = "postmessage";

/** Stores in the browser which sign-in it began. */
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

/** Removes the state from the browser, so that it works once. @throws ApiError `oauth_state_missing` when it differs */
export function consumeState(c: Context, state: string): void {
  const stateCookie = getCookie(c, STATE_COOKIE_NAME, "host");
  deleteCookie(c, STATE_COOKIE_NAME, { prefix: "host", secure: true, path: "/" });
  if (stateCookie !== state) throw new ApiError("oauth_state_missing");
}

/** @throws ApiError `oauth_denied` for a code unknown to Google, `oauth_unverified` for an unverified e-mail */
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

/** An account and its shard. */
interface LocatedAccount {
  account: Account;
  deps: Deps;
}

/**
 * The account of a person Google has verified: the linked one, else the one with that e-mail (which gets linked), else
 * a new one.
 * @throws ApiError `email_taken` when the e-mail's account is linked to another Google account or is being deleted
 */
export async function findOrCreateAccount(
  deps: CommonDeps,
  person: GoogleUser,
  language: Language,
): Promise<LocatedAccount> {
  const entry = deps.shards.length === 1 ? undefined : await findEntryByGoogle(deps.sharedDb, person);
  return (
    (await findAccount(deps, person, entry)) ??
    (await openAccount(deps, person, language)) ??
    // Another request took the e-mail first: perhaps the same person in another tab. Or a link was interrupted.
    (await findAccount(deps, person, await findEntryByGoogle(deps.sharedDb, person))) ??
    throwEmailTaken()
  );
}

async function openAccount(
  deps: CommonDeps,
  person: GoogleUser,
  language: Language,
): Promise<LocatedAccount | undefined> {
  const { email, sub: googleSub } = person;
  const reserved = await reserveAccount(deps, { email, googleSub });
  const account =
    reserved &&
    (await createAccount(reserved.deps.db, {
      id: reserved.userId,
      name: toAccountName(person),
      email,
      language,
      createdAt: deps.now().toISOString(),
      googleSub,
      emailVerified: true,
    }));
  return account && { account, deps: reserved.deps };
}

async function findAccount(
  common: CommonDeps,
  person: GoogleUser,
  entry: DirectoryEntry | undefined,
): Promise<LocatedAccount | undefined> {
  const deps = common.openShard(requireShard(entry, common.shards));
  const { db, sharedDb, mailboxes } = deps;
  // A link that was interrupted is known to the directory alone: its user goes by the e-mail of then.
  const { linked, sameEmail } = await findGoogleAccounts(db, { sub: person.sub, email: entry?.email ?? person.email });
  if (linked) return { account: linked, deps };
  if (!sameEmail) return undefined;
  if (sameEmail.googleSub !== null) throwEmailTaken();
  const { gmailEmail, emailVerified, id, email } = sameEmail;
  const at = deps.now().toISOString();
  if (!(await linkGoogleEntry(sharedDb, { userId: id, email, googleSub: person.sub, shard: deps.shard, at })))
    throwEmailTaken();
  // Whoever used the account without proving its e-mail may have linked their own mailbox: nothing may be sent from it.
  const foreign = !emailVerified && gmailEmail !== null && gmailEmail !== person.email;
  if (foreign) await mailboxes.get(mailboxes.idFromName(id)).disconnect(id);
  if (await linkGoogle(db, id, person)) await revokePollTokens(deps, id);
  const account = foreign ? { ...sameEmail, gmailEmail: null, gmailTokens: null, gmailLinkedAt: null } : sameEmail;
  return { account, deps };
}

function throwEmailTaken(): never {
  throw new ApiError("email_taken");
}

/** Google's name as one line, else the part before the @. */
function toAccountName({ name, email }: GoogleUser): string {
  const line = name
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()
    .slice(0, LIMITS.nameLength)
    .trim();
  return line || (email.split("@", 1)[0] ?? email).slice(0, LIMITS.nameLength);
}
