import type { FaultRequest } from "./state/fault-table";
import type { SandboxState } from "./state/sandbox-state";

export interface SandboxEnv {
  STATE: DurableObjectNamespace<SandboxState>;
}

type StateStub = DurableObjectStub<SandboxState>;

/** One request to a fake outside service, its body already read, as faults may run it twice or truncate it. */
export interface OutsideRequest {
  url: URL;
  method: string;
  headers: Headers;
  bytes: Uint8Array;
  state: StateStub;
  /** Prefix of this service's browser pages: "" for its real URL, "/sandbox/<host>" in a browser. */
  base: string;
  /** A fault kind of the service itself ("length", "remark"…). */
  special: string | undefined;
  /** More about it. */
  obeys?: FaultRequest["obeys"];
}

export type ServiceName = "google" | "gmail" | "openai" | "nominatim" | "overpass" | "site" | "dns";

export interface Service {
  name: ServiceName;
  /** Values of a fault's `call` that match this request. */
  calls(call: OutsideRequest): string[];
  answer(call: OutsideRequest): Promise<Response>;
  /** The service's own form of an HTTP error. */
  error(status: number, reason: string | undefined): Response;
  /** Fault kinds that `answer` implements itself. */
  specials: readonly string[];
}

export const readBodyText = (call: OutsideRequest): string => new TextDecoder().decode(call.bytes);

/** The form fields of an x-www-form-urlencoded body; empty when the body is something else. */
export function readForm(call: OutsideRequest): URLSearchParams {
  const type = call.headers.get("content-type") ?? "";
  return new URLSearchParams(type.startsWith("application/x-www-form-urlencoded") ? readBodyText(call) : "");
}

/** True for a User-Agent that names the program, as OSM services require; false for none or a library's default. */
export function hasRealUserAgent(headers: Headers): boolean {
  const agent = headers.get("user-agent")?.trim() ?? "";
  return agent !== "" && !/^(node|undici|axios|curl|wget|python-requests|go-http-client|okhttp|java)\b/i.test(agent);
}
