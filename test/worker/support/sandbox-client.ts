import { env } from "cloudflare:workers";
import { expectConsoleError } from "./console-errors";

/**
 * Asks the sandbox itself, JSON in and out: `sandbox("/sandbox/outbox")`, `sandbox("/sandbox/faults", "POST", {...})`.
 * Throws when it refuses. Whoever orders a fault expects the line that tells it.
 */
export async function callSandbox(path: string, method = "GET", body?: unknown): Promise<unknown> {
  if (path === "/sandbox/faults" && method === "POST")
    expectConsoleError(/"event":"(?:outside_failed|gmail_revoke_failed|generation_turn_failed)"/u);
  const response = await env.SANDBOX.fetch(new URL(path, "http://localhost"), {
    method,
    headers: { Accept: "application/json", ...(body !== undefined && { "Content-Type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`sandbox ${method} ${path}: ${response.status} ${text}`);
  return text === "" ? null : JSON.parse(text);
}
