import { env } from "cloudflare:workers";
import type { FaultRequest } from "../../sandbox/state/fault-table";
import { expectConsoleError } from "./console-errors";

/**
 * Calls the sandbox's own API, JSON in and out: `callSandbox("/sandbox/outbox")`. Throws on an error status.
 * A fault makes the product log an error, so ordering one expects that line.
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

/** Makes a service of the sandbox misbehave until `clearFaults`, or `times` times. */
export const orderFault = (
  service: "dns" | "gmail" | "google" | "nominatim" | "openai" | "overpass" | "site",
  kind: string,
  more: Omit<Partial<FaultRequest>, "service" | "kind"> = {},
) => callSandbox("/sandbox/faults", "POST", { service, kind, ...more });

export const clearFaults = () => callSandbox("/sandbox/faults", "DELETE");
