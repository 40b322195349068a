import { DurableObject } from "cloudflare:workers";
import { composeDeps } from "../compose";
import type { Activity } from "../contract/activity";
import { LIVE_CHANGED, LIVE_PING, type LiveMessage, SESSION_UNCHECKED_CODE } from "../contract/live";
import { logError } from "../lib/log";
import type { ActivityRpc } from "../platform/durable-objects";
import type { Env } from "../platform/env";
import { loadActivity, isBusy } from "./current-activity";
import { readSocketOwner, type SocketOwner } from "./socket-owner";

/** How long the cached state is used without news; bounds the effect of a lost signal. Milliseconds. */
const BUSY_MAX_AGE_MS = 60_000;
const IDLE_MAX_AGE_MS = 24 * 3_600_000;

/** Sockets of a user at once: tabs in sight, on all devices. */
const MAX_SOCKETS = 20;
/** A tab that has not said for this long that it is there is gone. Milliseconds. */
const SILENT_AFTER_MS = 5 * LIVE_PING.intervalMs;
/** RFC 6455: a message that is not accepted. */
const UNACCEPTABLE_CODE = 1003;

/** What is kept with a socket. */
interface SocketAttachment extends SocketOwner {
  openedAt: number;
}

interface CachedActivity {
  activity: Activity;
  /** Milliseconds. */
  readAt: number;
}

/**
 * One object a user: what runs for them, for their tabs. Those with a socket are told, the others poll. The rows
 * decide; the cached state survives an eviction and is dropped when a signal says that it changed. While nothing
 * happens the object sleeps, whatever sockets are open.
 */
export class ActivityObject extends DurableObject<Env> implements ActivityRpc {
  #pendingRead: Promise<Activity | null> | undefined;
  #erased = false;

  /** Opens a socket, and tells it first what runs. */
  override async fetch(request: Request): Promise<Response> {
    const owner = readSocketOwner(request.url);
    const activity = await this.status(owner.userId, owner.checkedAt);
    // A session may have ended meanwhile.
    if (activity === null || this.#erased || this.#isRefused(owner.checkedAt))
      return new Response(null, { status: 401 });
    const now = Date.now();
    for (const socket of this.#listSockets()) if (this.#isSilent(socket, now)) socket.close();
    if (this.#listSockets().length >= MAX_SOCKETS) return new Response(null, { status: 429 });
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(LIVE_PING.text, LIVE_PING.answer));
    this.ctx.acceptWebSocket(server);
    server.serializeAttachment({ ...owner, openedAt: now } satisfies SocketAttachment);
    server.send(JSON.stringify({ activity } satisfies LiveMessage));
    return new Response(null, { status: 101, webSocket: client });
  }

  /** A tab tells of a change that was made in it. */
  override async webSocketMessage(sender: WebSocket, message: string | ArrayBuffer): Promise<void> {
    if (message === LIVE_CHANGED) this.#send({ changed: true }, sender);
    else sender.close(UNACCEPTABLE_CODE);
  }

  async tell(message: LiveMessage): Promise<boolean> {
    return this.#send(message);
  }

  async status(userId: string, tokenIssuedAt: number): Promise<Activity | null> {
    if (this.#isRefused(tokenIssuedAt)) return null;
    const cached = this.ctx.storage.kv.get<CachedActivity>("known");
    if (cached && Date.now() - cached.readAt < (isBusy(cached.activity) ? BUSY_MAX_AGE_MS : IDLE_MAX_AGE_MS))
      return cached.activity;
    return this.#pendingRead ?? this.#load(userId);
  }

  /** The read in progress may predate the change: it is not cached, and later calls do not wait for it. */
  async invalidate(): Promise<void> {
    this.#pendingRead = undefined;
    this.ctx.storage.kv.delete("known");
    const [socket] = this.#listSockets();
    // Not awaited: the caller may be what the read asks.
    if (socket)
      this.ctx.waitUntil(
        this.#load(readAttachment(socket).userId).catch((error: unknown) => logError("activity_not_read", error)),
      );
  }

  async rejectPollsBefore(time: number): Promise<void> {
    this.ctx.storage.kv.put("refuseBefore", Math.max(time, this.ctx.storage.kv.get<number>("refuseBefore") ?? 0));
    for (const socket of this.#listSockets())
      if (this.#isRefused(readAttachment(socket).checkedAt)) socket.close(SESSION_UNCHECKED_CODE);
  }

  /** Deletes everything; for the deletion of the account. */
  async erase(): Promise<void> {
    this.#pendingRead = undefined;
    this.#erased = true;
    for (const socket of this.#listSockets()) socket.close(SESSION_UNCHECKED_CODE);
    await this.ctx.storage.deleteAll();
  }

  #load(userId: string): Promise<Activity | null> {
    const pendingRead = composeDeps(this.env)
      .openUserShard(userId)
      .then((deps) => loadActivity(deps, userId))
      .then((activity) => {
        if (activity && this.#pendingRead === pendingRead) {
          this.ctx.storage.kv.put<CachedActivity>("known", { activity, readAt: Date.now() });
          this.#send({ activity });
        }
        return activity;
      })
      .finally(() => {
        if (this.#pendingRead === pendingRead) this.#pendingRead = undefined;
      });
    this.#pendingRead = pendingRead;
    return pendingRead;
  }

  /** @returns whether there was anybody to hear it */
  #send(message: LiveMessage, except?: WebSocket): boolean {
    const [text, now] = [JSON.stringify(message), Date.now()];
    let isHeard = false;
    for (const socket of this.#listSockets()) {
      if (readAttachment(socket).checkedUntil <= now) socket.close(SESSION_UNCHECKED_CODE);
      else if (socket !== except) {
        socket.send(text);
        isHeard = true;
      }
    }
    return isHeard;
  }

  #listSockets(): WebSocket[] {
    return this.ctx.getWebSockets().filter(({ readyState }) => readyState === WebSocket.READY_STATE_OPEN);
  }

  #isSilent(socket: WebSocket, now: number): boolean {
    const heardAt = this.ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? readAttachment(socket).openedAt;
    return now - heardAt >= SILENT_AFTER_MS;
  }

  #isRefused(checkedAt: number): boolean {
    return checkedAt <= (this.ctx.storage.kv.get<number>("refuseBefore") ?? 0);
  }
}

const readAttachment = (socket: WebSocket): SocketAttachment => socket.deserializeAttachment() as SocketAttachment;
