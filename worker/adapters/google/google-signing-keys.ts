import { createLocalJWKSet, errors, type JWTVerifyGetKey } from "jose";

/** How long fetched keys are believed, and how soon an unknown key may make us ask again. Milliseconds. */
const KEYS_MAX_AGE_MS = 6 * 3_600_000;
const REFETCH_INTERVAL_MS = 60_000;

/**
 * Google's signing keys, fetched when first needed and again when a token names one we do not know.
 * What is kept between requests is the finished key set, never a promise: workerd ties that to the request that made it.
 */
export function createSigningKeySet(
  fetchKeys: () => Promise<Parameters<typeof createLocalJWKSet>[0]>,
): JWTVerifyGetKey {
  let kept: { find: ReturnType<typeof createLocalJWKSet>; at: number } | undefined;
  const renew = async () => (kept = { find: createLocalJWKSet(await fetchKeys()), at: Date.now() });
  return async (header, token) => {
    const known = kept && Date.now() - kept.at < KEYS_MAX_AGE_MS ? kept : await renew();
    try {
      return await known.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || Date.now() - known.at < REFETCH_INTERVAL_MS) throw error;
      return (await renew()).find(header, token);
    }
  };
}
