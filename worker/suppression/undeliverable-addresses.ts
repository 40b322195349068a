import type { Deps } from "../compose";
import { hashWithSecret } from "../lib/hash";
import { log } from "../lib/log";
import { ExternalServiceError } from "../platform/ports";
import { deleteReportsBefore, insertReport } from "./store-undeliverable-addresses";

// Addresses to which nobody is written to any more, as the mails of two users came back from there. Who wrote to whom
// is told to nobody.

/** An address may come to life again. Milliseconds. */
const REPORT_MAX_AGE_MS = 180 * 86_400_000;
const DNS_TIMEOUT_MS = 5_000;

type Ports = Pick<Deps, "sharedDb" | "now" | "config">;

/** Keyed: addresses of companies are public, so a plain hash could be guessed. @param address lower case */
export const hashUndeliverable = (address: string, { config }: Pick<Ports, "config">): Promise<string> =>
  hashWithSecret(config.sessionSecret, `undeliverable ${address}`);

/** Reports before this time count no more. ISO 8601. */
export const toReportsSince = (now: Date): string => new Date(now.getTime() - REPORT_MAX_AGE_MS).toISOString();

/**
 * Records that a mail system, proven to be the one it says, found nobody at an address.
 * @param mailbox that the mail was sent from, as Google delivers to it: two accounts with one mailbox are one user
 */
export async function reportUndeliverable(
  { address, mailbox }: { address: string; mailbox: string },
  ports: Ports & Pick<Deps, "dns">,
): Promise<void> {
  const [addressHash, reporterHash] = await Promise.all([
    hashUndeliverable(address, ports),
    hashWithSecret(ports.config.sessionSecret, `undeliverable for ${mailbox}`),
  ]);
  const grounds = (await hasNullMx(address, ports)) ? "null_mx" : "bounce";
  await insertReport(ports.sharedDb, { addressHash, reporterHash, grounds, reportedAt: ports.now().toISOString() });
  log("undeliverable_reported", { grounds });
}

async function hasNullMx(address: string, { dns }: Pick<Deps, "dns">): Promise<boolean> {
  if (!dns) return false;
  try {
    const domain = address.slice(address.lastIndexOf("@") + 1);
    return (await dns.findMailRoute(domain, AbortSignal.timeout(DNS_TIMEOUT_MS))) === "null_mx";
  } catch (error) {
    if (!(error instanceof ExternalServiceError)) throw error;
    log("mail_check_failed", { failure: error.failure, status: error.details.status });
    return false;
  }
}

export async function deleteEndedUndeliverableReports({
  sharedDb,
  now,
}: Pick<Ports, "sharedDb" | "now">): Promise<void> {
  await deleteReportsBefore(sharedDb, toReportsSince(now()));
}
