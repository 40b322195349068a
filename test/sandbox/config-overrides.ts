/**
 * Overrides of wrangler.toml for development and tests: the outside world is the sandbox.
 * A value in .dev.vars wins, so a single service can be the real one.
 */
export const sandboxOverrides = {
  services: [{ binding: "SANDBOX", service: "candidature-sandbox" }],
  vars: {
    OPENAI_API_KEY: "sandbox",
    GOOGLE_CLIENT_ID: "sandbox",
    GOOGLE_CLIENT_SECRET: "sandbox",
    CONTACT_URL: "sandbox",
    INBOUND_DOMAIN: "in.candidature.example",
    // The sample sites need no polite pause.
    HOST_DELAY_MS: "10",
    OSM_DELAY_MS: "0",
    // All users come from one network here.
    REGISTRATIONS_PER_HOUR: "100000",
    SESSION_SECRET: "development-only-session-secret-0123456789",
    TOKEN_KEYS: "ZGV2ZWxvcG1lbnQtb25seS10b2tlbi1rZXktMzJieXQ=",
  },
};

/** In `npm run dev` and in browser tests the mails of the outbox leave within seconds, at any hour. */
export const HURRIED_OUTBOX = { OUTBOX_PACE: "hurried" } as const;

/** Tests, proofs and benches write far more often than a person. */
export const FREE_WRITES = { WRITE_BUDGET: { namespace_id: "1", simple: { limit: 1_000_000, period: 60 } } } as const;

/** The map of `npm run dev` and of the browser tests: tiles of the sandbox. Read by the build of the web app. */
export const sandboxMap = {
  VITE_MAP_TILES_URL: "/sandbox/tiles/{z}/{x}/{y}.svg",
  VITE_MAP_ATTRIBUTION: "© Sandbox",
};
