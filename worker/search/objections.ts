import { networkOf } from "../account/rules-sign-in";
import type { raiseObjection } from "../contract/search";
import { LIMITS } from "../contract/limits";
import type { Database } from "../db/client";
import type { Call, Input } from "../http";
import { logFault } from "../log";
import { Refusal } from "../refusal";
import { sha256 } from "../sha256";
import type { SiteReport } from "./jobs";
import { joined } from "./rules";
import { objectionOf } from "./rules-objections";
import { addObjection, objectedAmong } from "./store-objections";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * A company says that it does not want to be written to. The product has no mailer to ask back with, so it is believed: at worst
 * somebody gets no application until the operator lifts it, which is a lesser wrong than writing to one who has objected.
 */
export async function takeObjection({ c, deps }: Call, { body }: Input<typeof raiseObjection>) {
  const objected = objectionOf(body.entry);
  if ("no" in objected) throw new Refusal(objected.no, { fields: { entry: objected.no } });
  const { entry } = objected;
  const now = deps.now();
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const network = await sha256(`objection ${networkOf(c.req.header("cf-connecting-ip") ?? "")}`);
  const objection = { entry, reason: body.reason ?? "", network, createdAt: now.toISOString() };
  const status = await addObjection(deps.db, objection, { hour: ago(HOUR), day: ago(DAY) }, { network: LIMITS.objectionsOfNetwork, all: LIMITS.objectionsADay });
  if (status === undefined) throw new Refusal("too_many_requests", { retryAfterSeconds: HOUR / 1_000 });
  return { entry, listed: status === "listed" };
}

/** Reports without the addresses of those who have objected. If that cannot be asked the search goes on: it is asked again before a mail leaves. */
export async function heedObjections(db: Database, reports: SiteReport[]): Promise<SiteReport[]> {
  const addresses = reports.flatMap(({ contacts }) => contacts.flatMap(({ kind, value }) => (kind === "email" ? [value] : [])));
  if (addresses.length === 0) return reports;
  const objected = await objectedAmong(db, addresses).catch((error: unknown) => {
    logFault("objections_not_asked", error);
    return new Set<string>();
  });
  if (objected.size === 0) return reports;
  return reports.map((report) => {
    const contacts = report.contacts.filter(({ value }) => !objected.has(value));
    return { ...report, contacts, email: joined(contacts, "email") };
  });
}
