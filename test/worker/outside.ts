import { env } from "cloudflare:workers";

/**
 * Asks the sandbox itself, JSON in and out: `sandbox("/sandbox/outbox")`, `sandbox("/sandbox/faults", "POST", {...})`.
 * Throws when it refuses.
 */
export async function sandbox(path: string, method = "GET", body?: unknown): Promise<unknown> {
  const response = await env.SANDBOX.fetch(new URL(path, "http://localhost"), {
    method,
    headers: { Accept: "application/json", ...(body !== undefined && { "Content-Type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`sandbox ${method} ${path}: ${response.status} ${text}`);
  return text === "" ? null : JSON.parse(text);
}
