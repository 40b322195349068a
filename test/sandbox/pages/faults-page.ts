import { z } from "zod";
import { readBodyText, type OutsideRequest } from "../outside-request";
import { isFaultKind, serviceNames } from "../services";
import { markup, renderPage } from "./html";

const faultRequest = z
  .strictObject({
    service: z.enum(serviceNames),
    call: z.string().min(1).optional(),
    kind: z.string(),
    ms: z.int().min(0).max(600_000).optional(),
    times: z.int().min(1).optional(),
    probability: z.number().min(0).max(1).optional(),
    obeys: z.strictObject({ order: z.string(), letter: z.string() }).optional(),
  })
  .refine((fault) => isFaultKind(fault.service, fault.kind), {
    error: "unknown kind for this service",
    path: ["kind"],
  });

async function addFault(call: OutsideRequest): Promise<Response> {
  let body: unknown;
  try {
    body = JSON.parse(readBodyText(call));
  } catch {
    return Response.json({ error: "not JSON" }, { status: 400 });
  }
  const fault = faultRequest.safeParse(body);
  if (!fault.success) return Response.json({ error: z.prettifyError(fault.error) }, { status: 400 });
  return Response.json({ fault: await call.state.addFault(fault.data) });
}

/** POST orders a fault, GET lists those in force (JSON by Accept), DELETE clears them. */
export async function answerFaults(call: OutsideRequest): Promise<Response> {
  if (call.method === "POST") return addFault(call);
  if (call.method === "DELETE") {
    await call.state.clearFaults();
    return Response.json({ ok: true });
  }
  const all = await call.state.faults();
  if (call.headers.get("accept")?.includes("application/json")) return Response.json({ faults: all });
  const rows = all.map((fault) => markup`<li><code>${JSON.stringify(fault)}</code></li>`);
  return renderPage(
    "Faults",
    markup`<p class="soft"><a href="/sandbox/">sandbox</a></p>
      <h1>Faults in force (${all.length})</h1>
      <ul>
        ${rows}
      </ul>
      <p class="soft">POST /sandbox/faults {service, call?, kind, ms?, times?, probability?} · DELETE clears</p>
      <p class="soft">
        kind: an HTTP status with an optional reason (403:domainPolicy, or 403:SERVICE_DISABLED in the newer form of
        Google's errors), latency, hang, drop, cut, garbage, drop_after_accept, hang_after_accept, and 500_after_accept,
        502_after_accept, 503_after_accept, 504_after_accept: taken, then answered with that error
      </p>`,
  );
}
