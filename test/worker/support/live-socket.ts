import { exports } from "cloudflare:workers";
import { LiveMessage } from "../../../worker/contract/live";
import type { Client } from "./client";

/** The socket of a tab. */
export interface LiveSocket {
  socket: WebSocket;
  /** What came over it, pongs left out. */
  messages: LiveMessage[];
  /** The code that it was closed with. */
  closed: Promise<number>;
}

/** Asks for a socket as a browser does. */
export function requestSocket(
  { cookieHeader }: Client,
  headers: Record<string, string | null> = {},
): Promise<Response> {
  const sent = new Headers({ Upgrade: "websocket", Origin: "http://localhost" });
  sent.set("Cookie", cookieHeader);
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) sent.delete(name);
    else sent.set(name, value);
  }
  return exports.default.fetch("http://localhost/api/live", { headers: sent });
}

/** Opens a socket. @throws when it is refused */
export async function openSocket(client: Client): Promise<LiveSocket> {
  const { status, webSocket: socket } = await requestSocket(client);
  if (!socket) throw new Error(`no socket: ${status}`);
  const messages: LiveMessage[] = [];
  socket.accept();
  socket.addEventListener("message", ({ data }) => {
    if (data !== "pong") messages.push(LiveMessage.parse(JSON.parse(String(data))));
  });
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
  return { socket, messages, closed };
}
