import { Agent, request } from "node:http";
import { performance } from "node:perf_hooks";
import type { FuzzRequest } from "./generate-requests.ts";

const ANSWER_TIMEOUT_MS = 15_000;
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

export interface FuzzAnswer {
  status: number;
  type: string;
  text: string;
  cookies: string[];
  ms: number;
}

/** Sends a request as it is: `fetch` would normalize its path. @throws when no answer comes */
export function sendRequest(
  origin: string,
  { method, path, headers, body }: FuzzRequest,
  cookie: string,
): Promise<FuzzAnswer> {
  const { hostname, port } = new URL(origin);
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        hostname,
        port,
        method,
        path,
        timeout: ANSWER_TIMEOUT_MS,
        headers: { ...headers, ...(cookie !== "" && { cookie }), ...(bytes && { "content-length": bytes.byteLength }) },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text += chunk));
        response.once("error", reject);
        response.once("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers["content-type"] ?? "",
            text,
            cookies: response.headers["set-cookie"] ?? [],
            ms: performance.now() - began,
          }),
        );
      },
    );
    sent.once("timeout", () => sent.destroy(new Error(`no answer within ${ANSWER_TIMEOUT_MS} ms`)));
    sent.once("error", reject);
    sent.end(bytes);
  });
}

/** Open connections would keep the process alive. */
export const closeConnections = (): void => agent.destroy();
