import { missingSettings } from "../config";
import type { Deps } from "../deps";
import { missingBindings, type Env } from "../env";
import { logFault } from "../log";
import type { StatusReport } from "../objects";
import { VERSION } from "../version";
import type { Standing } from "./rules";

/** How long what is known of the services is told without asking again. Milliseconds. */
const FRESH_MS = 60_000;

type Off = { feature: string; missing: string[]; reason?: string; since?: string };

const kept = new WeakMap<Deps, { at: number; report: Promise<StatusReport | null> }>();

/** What is known of the services, asked for once a minute. Null when nobody answers: health is told all the same. */
function reportFor(deps: Deps): Promise<StatusReport | null> {
  const known = kept.get(deps);
  const at = deps.now().getTime();
  if (known && at - known.at < FRESH_MS) return known.report;
  const report = deps.status.read().catch((error: unknown) => {
    logFault("status_not_read", error);
    return null;
  });
  kept.set(deps, { at, report });
  return report;
}

/** What the product can do, what it lacks and how the services it stands on do; no counts, as everybody may read it. */
export async function describeHealth(deps: Deps, env: Env) {
  const settings: Off[] = Object.entries({ ...missingSettings(deps.config), bindings: missingBindings(env) }).map(
    ([feature, missing]) => ({ feature, missing }),
  );
  const report = env.STATUS === undefined ? null : await reportFor(deps);
  const standings = report?.standings;
  const off = [...settings.filter(({ missing }) => missing.length > 0), ...refusedWriting(standings?.model)];
  const { clientId, clientSecret } = deps.config.google;
  return {
    ok: off.length === 0 && !Object.values(standings ?? {}).some(({ toldAt }) => toldAt !== null),
    version: VERSION,
    sandbox: deps.sandbox,
    off,
    services: Object.entries(standings ?? {}).map(([name, { succeededAt, failingSince, failed }]) => ({
      name,
      succeeded_at: succeededAt,
      failing_since: failingSince,
      failure: failed?.failure ?? null,
      reason: failed?.reason ?? null,
    })),
    model_ends_on: report?.seen?.endsOn ?? null,
    google: clientId && clientSecret ? { client_id: clientId, script_url: deps.googleScriptUrl } : null,
    contact: deps.contactLink,
  };
}

/** Writing is off while the service refuses us for good: the setting to look at, and since when. */
function refusedWriting(standing: Standing | undefined): Off[] {
  if (standing?.failed?.failure !== "misconfigured" || standing.failingSince === null) return [];
  const reason = standing.failed.reason ?? "misconfigured";
  return [
    {
      feature: "writing",
      missing: [reason === "model_not_found" ? "OPENAI_MODEL" : "OPENAI_API_KEY"],
      reason,
      since: standing.failingSince,
    },
  ];
}
