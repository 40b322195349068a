import { calculateJwkThumbprint, exportJWK, importJWK, SignJWT, type JWK } from "jose";
// A public key pair: it signs only the sandbox's ID tokens.
import privateJwk from "../../data/sandbox/google-key.json" with { type: "json" };
import type { Grant } from "../state/google-table";
import { findAccount } from "./accounts";
import { hasScope } from "./scopes";

const ID_TOKEN_LIFETIME = "1h";

const computeKeyId = (): Promise<string> => calculateJwkThumbprint(privateJwk);

const toHex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((each) => each.toString(16).padStart(2, "0")).join("");

/** Google's subject is a long number, stable per account. */
async function toSubject(email: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(email));
  return BigInt(`0x${toHex(digest).slice(0, 17)}`)
    .toString()
    .padStart(21, "1")
    .slice(0, 21);
}

/** The ID token of a grant that holds `openid`, signed RS256. */
export async function signIdToken(grant: Omit<Grant, "kind">): Promise<string> {
  const person = findAccount(grant.account);
  const claims = {
    azp: grant.clientId,
    ...(grant.nonce === undefined ? {} : { nonce: grant.nonce }),
    ...(hasScope(grant.scopes, "email") ? { email: person.email, email_verified: person.verified } : {}),
    ...(hasScope(grant.scopes, "profile")
      ? { name: person.name, given_name: person.givenName, family_name: person.familyName }
      : {}),
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", kid: await computeKeyId(), typ: "JWT" })
    .setIssuer(person.issuer)
    .setAudience(grant.clientId)
    .setSubject(await toSubject(person.email))
    .setIssuedAt()
    .setExpirationTime(ID_TOKEN_LIFETIME)
    .sign(await importJWK(privateJwk, "RS256"));
}

/** The public half, as served at /oauth2/v3/certs. */
export async function getPublicKeys(): Promise<{ keys: JWK[] }> {
  const { kty, n, e } = privateJwk;
  const key = await importJWK({ kty, n, e }, "RS256", { extractable: true });
  if (key instanceof Uint8Array) throw new Error("an RSA key is no byte string");
  return { keys: [{ ...(await exportJWK(key)), kid: await computeKeyId(), use: "sig", alg: "RS256" }] };
}
