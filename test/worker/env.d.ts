type ProductEnv = import("../../worker/platform/env").Env;

declare namespace Cloudflare {
  interface Env extends ProductEnv {
    SANDBOX: Fetcher;
    /** As WRITE_BUDGET, of five. */
    SMALL_WRITE_BUDGET: RateLimit;
    SPARE_DB_1: D1Database;
    TEST_SCHEMA: import("../harness/migrations").SchemaStatement[];
  }

  interface GlobalProps {
    mainModule: typeof import("../../worker/index");
  }
}

declare module "*?raw" {
  const text: string;
  export default text;
}
