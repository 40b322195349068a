import { DurableObject } from "cloudflare:workers";
import { log, logError } from "../lib/log";
import type {
  CheckedModel,
  StatusRpc,
  ServiceStatusReport,
  ServiceFailure,
  ServiceStatus,
  MonitoredService,
} from "../platform/durable-objects";
import type { Env } from "../platform/env";
import { applyFailure, applySuccess, UNKNOWN_STATUS } from "./rules-service-status";

/** A model is missed in time when its end is told this long before, and every day. Milliseconds. */
const MODEL_END_NOTICE_MS = 30 * 86_400_000;
const MODEL_END_REMINDER_MS = 86_400_000;

/** What the whole product knows of the services it stands on, by the name "status". It is told at most once a minute by each part of the product. */
export class StatusObject extends DurableObject<Env> implements StatusRpc {
  async note(service: MonitoredService, failed: ServiceFailure | null): Promise<void> {
    const before = this.#standing(service);
    const now = new Date();
    if (failed === null) {
      if (before.toldAt !== null) log("service_back", { service, failing_since: before.failingSince });
      return this.#keep(service, applySuccess(now));
    }
    const { standing, tell } = applyFailure(before, failed, now);
    this.#keep(service, standing);
    if (tell)
      logError("service_failing", new Error(`${service} is out of service: ${failed.failure}`), {
        service,
        ...failed,
        failing_since: standing.failingSince,
      });
  }

  async noteLook(seen: CheckedModel | null): Promise<void> {
    const { kv } = this.ctx.storage;
    kv.put("looked", new Date().toISOString());
    kv.put("seen", seen);
    // That it is there says nothing of the account that pays for it.
    const standing = this.#standing("model");
    if (seen && standing.failed?.failure === "misconfigured" && standing.failed.reason !== "insufficient_quota")
      this.#keep("model", { ...UNKNOWN_STATUS, succeededAt: standing.succeededAt });
    if (seen?.endsOn) this.#tellEnd(seen.model, seen.endsOn);
  }

  async read(): Promise<ServiceStatusReport> {
    const { kv } = this.ctx.storage;
    return {
      standings: {
        model: this.#standing("model"),
        gmail: this.#standing("gmail"),
        google: this.#standing("google"),
        directory: this.#standing("directory"),
      },
      lookedAt: kv.get<string>("looked") ?? null,
      seen: kv.get<CheckedModel>("seen") ?? null,
    };
  }

  #standing(service: MonitoredService): ServiceStatus {
    return this.ctx.storage.kv.get<ServiceStatus>(service) ?? UNKNOWN_STATUS;
  }

  #keep(service: MonitoredService, standing: ServiceStatus): void {
    this.ctx.storage.kv.put(service, standing);
  }

  #tellEnd(model: string, endsOn: string): void {
    const { kv } = this.ctx.storage;
    const now = Date.now();
    if (
      Date.parse(endsOn) - now > MODEL_END_NOTICE_MS ||
      now - (kv.get<number>("endToldAt") ?? 0) < MODEL_END_REMINDER_MS
    )
      return;
    kv.put("endToldAt", now);
    logError("model_ends", new Error("The model is shut down soon: name another one in OPENAI_MODEL"), {
      model,
      ends_on: endsOn,
    });
  }
}
