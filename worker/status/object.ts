import { DurableObject } from "cloudflare:workers";
import type { Env } from "../env";
import { log, logFault } from "../log";
import type { ModelSeen, Status, StatusReport } from "../objects";
import { afterFailure, afterSuccess, type Failure, NOTHING_KNOWN, type Standing, type Watched } from "./rules";

/** A model is missed in time when its end is told this long before, and every day. Milliseconds. */
const ENDS_SOON_MS = 30 * 86_400_000;
const TOLD_DAILY_MS = 86_400_000;

/** What the whole product knows of the services it stands on, by the name "status". It is told at most once a minute by each part of the product. */
export class StatusObject extends DurableObject<Env> implements Status {
  async note(service: Watched, failed: Failure | null): Promise<void> {
    const before = this.#standing(service);
    const now = new Date();
    if (failed === null) {
      if (before.toldAt !== null) log("service_back", { service, failing_since: before.failingSince });
      return this.#keep(service, afterSuccess(now));
    }
    const { standing, tell } = afterFailure(before, failed, now);
    this.#keep(service, standing);
    if (tell)
      logFault("service_failing", new Error(`${service} is out of service: ${failed.failure}`), {
        service,
        ...failed,
        failing_since: standing.failingSince,
      });
  }

  async noteLook(seen: ModelSeen | null): Promise<void> {
    const { kv } = this.ctx.storage;
    kv.put("looked", new Date().toISOString());
    kv.put("seen", seen);
    // That it is there says nothing of the account that pays for it.
    const standing = this.#standing("model");
    if (seen && standing.failed?.failure === "misconfigured" && standing.failed.reason !== "insufficient_quota")
      this.#keep("model", { ...NOTHING_KNOWN, succeededAt: standing.succeededAt });
    if (seen?.endsOn) this.#tellEnd(seen.model, seen.endsOn);
  }

  async read(): Promise<StatusReport> {
    const { kv } = this.ctx.storage;
    return {
      standings: {
        model: this.#standing("model"),
        gmail: this.#standing("gmail"),
        google: this.#standing("google"),
        directory: this.#standing("directory"),
      },
      lookedAt: kv.get<string>("looked") ?? null,
      seen: kv.get<ModelSeen>("seen") ?? null,
    };
  }

  #standing(service: Watched): Standing {
    return this.ctx.storage.kv.get<Standing>(service) ?? NOTHING_KNOWN;
  }

  #keep(service: Watched, standing: Standing): void {
    this.ctx.storage.kv.put(service, standing);
  }

  #tellEnd(model: string, endsOn: string): void {
    const { kv } = this.ctx.storage;
    const now = Date.now();
    if (Date.parse(endsOn) - now > ENDS_SOON_MS || now - (kv.get<number>("endToldAt") ?? 0) < TOLD_DAILY_MS) return;
    kv.put("endToldAt", now);
    logFault("model_ends", new Error("The model is shut down soon: name another one in OPENAI_MODEL"), {
      model,
      ends_on: endsOn,
    });
  }
}
