import type { Deps } from "../compose";
import type { MailCheck } from "../contract/companies";
import { normalizeAddress } from "../lib/email-address";
import { log } from "../lib/log";
import { ApiError } from "../platform/api-error";
import { type DnsResolver, ExternalServiceError } from "../platform/ports";

/** For all questions about one address (ms). */
const MAIL_CHECK_TIMEOUT_MS = 5_000;

/**
 * Checks an address that a user typed: that it is one plain address at a public domain, and by the DNS that the domain
 * takes mail. Only a clear "no" refuses it; no answer is told and accepted.
 * @returns the address in the form in which addresses are compared
 * @throws ApiError `email_invalid`, `no_mail_accepted`
 */
export async function checkTypedEmail(
  { dns, checkSite }: Pick<Deps, "dns" | "checkSite">,
  email: string,
  signal: AbortSignal,
): Promise<{ email: string; mailCheck: MailCheck }> {
  const address = normalizeAddress(email);
  const domain = address?.slice(address.lastIndexOf("@") + 1) ?? "";
  if (address === null || !checkSite(domain).ok)
    throw new ApiError("email_invalid", { fields: { email: "email_invalid" } });
  const mailCheck = dns ? await askMailRoute(dns, domain, signal) : "off";
  if (mailCheck === "null_mx") throw new ApiError("no_mail_accepted", { fields: { email: "no_mail_accepted" } });
  return { email: address, mailCheck };
}

async function askMailRoute(dns: DnsResolver, domain: string, signal: AbortSignal) {
  try {
    return await dns.findMailRoute(domain, AbortSignal.any([signal, AbortSignal.timeout(MAIL_CHECK_TIMEOUT_MS)]));
  } catch (error) {
    if (!(error instanceof ExternalServiceError)) throw error;
    log("mail_check_failed", { failure: error.failure, status: error.details.status });
    return "unknown";
  }
}
