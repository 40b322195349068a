import type { SandboxState } from "./state/sandbox-state";

export interface SandboxEnv {
  STATE: DurableObjectNamespace<SandboxState>;
}

type StateStub = DurableObjectStub<SandboxState>;

/** One request to a pretended outside service, its body already read (faults may need to run it twice or cut it). */
export interface OutsideRequest {
  url: URL;
  method: string;
  headers: Headers;
  bytes: Uint8Array;
  state: StateStub;
  /** Prefix of this service's browser pages: "" when asked by its true URL, "/sandbox/<host>" in a browser. */
  base: string;
  /** A service's own misbehaviour asked for by a fault ("length", "remark"…), when the fault is no general one. */
  special: string | undefined;
}

export type ServiceName = "google" | "gmail" | "openai" | "nominatim" | "overpass" | "site" | "dns";

export interface Service {
  name: ServiceName;
  /** Words a fault's `call` may name for this request. */
  calls(call: OutsideRequest): string[];
  answer(call: OutsideRequest): Promise<Response>;
  /** The service's own way of saying an HTTP error. */
  error(status: number, reason: string | undefined): Response;
  /** Fault kinds that `answer` plays itself. */
  specials: readonly string[];
}

export const readBodyText = (call: OutsideRequest): string => new TextDecoder().decode(call.bytes);

/** The form fields of an x-www-form-urlencoded body; empty when the body is something else. */
export function readForm(call: OutsideRequest): URLSearchParams {
  const type = call.headers.get("content-type") ?? "";
  return new URLSearchParams(type.startsWith("application/x-www-form-urlencoded") ? readBodyText(call) : "");
}

/** True for a User-Agent that names the program, as the OSM services ask; false for none or a library's default. */
export function hasRealUserAgent(headers: Headers): boolean {
  const agent = headers.get("user-agent")?.trim() ?? "";
  return agent !== "" && !/^(node|undici|axios|curl|wget|python-requests|go-http-client|okhttp|java)\b/i.test(agent);
}
