import { logError } from "../lib/log";
import { VERSION } from "../lib/version";
import { type Config, listMissingSettings, OPTIONAL_FEATURES } from "../platform/config";
import type { StatusRpc, ServiceStatusReport, ServiceStatus } from "../platform/durable-objects";
import { listMissingBindings, type Env } from "../platform/env";

/** How long a status report is cached. Milliseconds. */
const REPORT_MAX_AGE_MS = 60_000;

interface HealthPorts {
  config: Config;
  sandbox: boolean;
  googleScriptUrl: string;
  contactLink: string | null;
  readonly status: DurableObjectStub<StatusRpc>;
  now(): Date;
}

type DisabledFeature = { feature: string; missing: string[]; reason?: string; since?: string };

const cachedReports = new WeakMap<HealthPorts, { at: number; report: ServiceStatusReport | null }>();

/**
 * Status of the services, loaded once a minute. Null when the object does not answer: health still responds. What is
 * cached is no promise: a request that is cancelled would leave it open.
 */
async function loadStatusReport(ports: HealthPorts): Promise<ServiceStatusReport | null> {
  const known = cachedReports.get(ports);
  const at = ports.now().getTime();
  if (known && at - known.at < REPORT_MAX_AGE_MS) return known.report;
  const report = await ports.status.read().catch((error: unknown) => {
    logError("status_not_read", error);
    return null;
  });
  cachedReports.set(ports, { at, report });
  return report;
}

/** What the product can do, what it lacks and the status of its services; no counts, as the endpoint is public. */
export async function loadHealth(ports: HealthPorts, env: Env) {
  const settings: DisabledFeature[] = Object.entries({
    ...listMissingSettings(ports.config),
    bindings: listMissingBindings(env),
  }).map(([feature, missing]) => ({ feature, missing }));
  const report = env.STATUS === undefined ? null : await loadStatusReport(ports);
  const standings = report?.services;
  const off = [...settings.filter(({ missing }) => missing.length > 0), ...listWritingOutages(standings?.model)];
  const { clientId, clientSecret } = ports.config.google;
  return {
    ok:
      off.every(({ feature }) => OPTIONAL_FEATURES.has(feature)) &&
      !Object.values(standings ?? {}).some(({ toldAt }) => toldAt !== null),
    version: VERSION,
    sandbox: ports.sandbox,
    off,
    services: Object.entries(standings ?? {}).map(([name, { succeededAt, failingSince, failed }]) => ({
      name,
      succeeded_at: succeededAt,
      failing_since: failingSince,
      failure: failed?.failure ?? null,
      reason: failed?.reason ?? null,
    })),
    model_ends_on: report?.checkedModel?.endsOn ?? null,
    google: clientId && clientSecret ? { client_id: clientId, script_url: ports.googleScriptUrl } : null,
    contact: ports.contactLink,
    operator: ports.config.operator,
  };
}

/** Writing is off while the service rejects our configuration: the setting to check, and since when. */
function listWritingOutages(status: ServiceStatus | undefined): DisabledFeature[] {
  if (status?.failed?.failure !== "misconfigured" || status.failingSince === null) return [];
  const reason = status.failed.reason ?? "misconfigured";
  return [
    {
      feature: "writing",
      missing: [reason === "model_not_found" ? "OPENAI_MODEL" : "OPENAI_API_KEY"],
      reason,
      since: status.failingSince,
    },
  ];
}
