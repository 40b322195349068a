import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach } from "vitest";
import { resetModelPace } from "../../worker/catalogue/rerank-categories";
import { clearDepsCache } from "../../worker/compose";
import { listUnexpectedErrors, watchConsoleErrors } from "./support/console-errors";
import { callSandbox, clearFaults } from "./support/sandbox-client";

// Storage is kept per file, not per test: every test starts on empty D1, R2 and Durable Objects.
beforeEach(async () => {
  // Files share an isolate: what one test saw of a service is nothing to the next.
  clearDepsCache();
  resetModelPace();
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  // The sandbox is a Worker of its own: its storage is not reset with ours.
  await Promise.all([
    clearFaults(),
    callSandbox("/sandbox/outbox", "DELETE"),
    callSandbox("/sandbox/published", "DELETE"),
  ]);
  watchConsoleErrors();
});

// A fault that was logged and that no test expected is a failure, even when the answer looked right.
afterEach(() => {
  const unexpected = listUnexpectedErrors();
  if (unexpected.length > 0) throw new Error(`unexpected console.error:\n${unexpected.join("\n")}`);
});
