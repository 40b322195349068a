type ProductEnv = import("../../worker/platform/env").Env;

declare namespace Cloudflare {
  interface Env extends ProductEnv {
    SANDBOX: Fetcher;
    /** As WRITE_BUDGET, of five. */
    SMALL_WRITE_BUDGET: RateLimit;
    TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
  }

  interface GlobalProps {
    mainModule: typeof import("../../worker/index");
  }
}

declare module "*?raw" {
  const text: string;
  export default text;
}
