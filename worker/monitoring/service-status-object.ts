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

/** Warn this long before a model is shut down, and every day. Milliseconds. */
const MODEL_END_NOTICE_MS = 30 * 86_400_000;
const MODEL_END_REMINDER_MS = 86_400_000;

/** Status of the external services, in one object named "status". Each isolate reports at most once a minute. */
export class StatusObject extends DurableObject<Env> implements StatusRpc {
  async recordOutcome(service: MonitoredService, failed: ServiceFailure | null): Promise<void> {
    const before = this.#loadStatus(service);
    const now = new Date();
    if (failed === null) {
      if (before.toldAt !== null) log("service_back", { service, failing_since: before.failingSince });
      return this.#storeStatus(service, applySuccess(now));
    }
    const { status, shouldAlert } = applyFailure(before, failed, now);
    this.#storeStatus(service, status);
    if (shouldAlert)
      logError("service_failing", new Error(`${service} is out of service: ${failed.failure}`), {
        service,
        ...failed,
        failing_since: status.failingSince,
      });
  }

  async recordModelCheck(checkedModel: CheckedModel | null): Promise<void> {
    const { kv } = this.ctx.storage;
    kv.put("looked", new Date().toISOString());
    kv.put("seen", checkedModel);
    // That the model exists proves nothing about the account that pays for it.
    const status = this.#loadStatus("model");
    if (checkedModel && status.failed?.failure === "misconfigured" && status.failed.reason !== "insufficient_quota")
      this.#storeStatus("model", { ...UNKNOWN_STATUS, succeededAt: status.succeededAt });
    if (checkedModel?.endsOn) this.#warnOfModelEnd(checkedModel.model, checkedModel.endsOn);
  }

  async read(): Promise<ServiceStatusReport> {
    const { kv } = this.ctx.storage;
    return {
      services: {
        model: this.#loadStatus("model"),
        gmail: this.#loadStatus("gmail"),
        google: this.#loadStatus("google"),
        directory: this.#loadStatus("directory"),
      },
      modelCheckedAt: kv.get<string>("looked") ?? null,
      checkedModel: kv.get<CheckedModel>("seen") ?? null,
    };
  }

  #loadStatus(service: MonitoredService): ServiceStatus {
    return this.ctx.storage.kv.get<ServiceStatus>(service) ?? UNKNOWN_STATUS;
  }

  #storeStatus(service: MonitoredService, status: ServiceStatus): void {
    this.ctx.storage.kv.put(service, status);
  }

  #warnOfModelEnd(model: string, endsOn: string): void {
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
