/**
 * What development and tests lay over wrangler.toml so that the outside world is the sandbox.
 * A value in .dev.vars wins over these vars, and so lets that one service out.
 */
export const sandboxOverrides = {
  services: [{ binding: "SANDBOX", service: "candidature-sandbox" }],
  vars: {
    OPENAI_API_KEY: "sandbox",
    GOOGLE_CLIENT_ID: "sandbox",
    GOOGLE_CLIENT_SECRET: "sandbox",
    CONTACT_URL: "sandbox",
    // The sample sites are nobody's: no need to be gentle.
    HOST_DELAY_MS: "10",
    OSM_DELAY_MS: "0",
    // Everybody comes from one machine here.
    REGISTRATIONS_PER_HOUR: "100000",
    SESSION_SECRET: "development-only-session-secret-0123456789",
    TOKEN_KEYS: "ZGV2ZWxvcG1lbnQtb25seS10b2tlbi1rZXktMzJieXQ=",
  },
};

/** Tests, proofs and benches change things as no person does. */
export const FREE_WRITES = { WRITE_BUDGET: { namespace_id: "1", simple: { limit: 1_000_000, period: 60 } } } as const;
