type ProductEnv = import("../../worker/env").Env;

declare namespace Cloudflare {
  interface Env extends ProductEnv {
    SANDBOX: Fetcher;
    TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
  }

  interface GlobalProps {
    mainModule: typeof import("../../worker/index");
  }
}
