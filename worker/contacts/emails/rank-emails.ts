import { joinPattern } from "../join-pattern";
import { toBrand } from "../site-key";
import { isFreeMailDomain, isOwnEmail } from "./rules-emails";

const JOBS_MAILBOX = joinPattern(
  "",
  String.raw`(?:^|[._+-])(?:jobs?|rh|drh|hr|recrut\w*|recruit\w*|recruiting|recruitment|bewerb\w*|karriere|`,
  String.raw`careers?|carrieres?|candidatures?|candidats?|emplois?|talents?|personal\w*|people|stages?|`,
  String.raw`ausbildung|application|apply|cv|joinus|rejoignez\w*|hiring|work|personnel)(?:[._+-]|$)`,
);
const GENERAL_MAILBOX = joinPattern(
  "",
  String.raw`^(?:contact|kontakt|info|infos|information|hello|bonjour|hallo|hi|mail|office|accueil|bureau|`,
  String.raw`buero|enquir\w*|inquir\w*|secretariat|sekretariat|post|zentrale|agence|team|welcome|admin|`,
  String.raw`administration|direction|contactus|service|willkommen|societe|team)(?:[._+-]|$)|`,
  String.raw`(?:^|[._+-])(?:contact|kontakt|info)$`,
);
const UNSUITED_MAILBOX = joinPattern(
  "",
  String.raw`(?:^|[._+-])(?:privacy|dpo|dsb|rgpd|gdpr|dsgvo|datenschutz\w*|data-?protection|dataprotection|`,
  String.raw`donnees\w*|cnil|legal|juridique|recht|compliance|security|securite|whistle\w*|webmaster|abuse|`,
  String.raw`press\w*|presse|media|newsletter|facturation|billing|invoices?|rechnung\w*|comptabilite|`,
  String.raw`buchhaltung|accounting|accounts|sav|returns?|retouren|reclamation\w*|reklamation|beschwerde\w*|`,
  String.raw`sales|vente|ventes|commercial|marketing|support|shop|store|commande|bestellung|orders?|`,
  String.raw`reservation\w*|booking)(?:[._+-]|$)`,
);
const PRIVACY_OR_ABUSE_MAILBOX = joinPattern(
  "",
  String.raw`(?:^|[._+-])(?:privacy|dpo|dsb|rgpd|gdpr|dsgvo|datenschutz\w*|data-?protection|dataprotection|`,
  String.raw`donnees\w*|cnil|webmaster|abuse|whistle\w*|compliance|newsletter)(?:[._+-]|$)`,
);

/**
 * Orders addresses for an application: own domain first, then jobs, contact, others, and privacy officers last. Stable;
 * does not change its argument.
 * @param siteHost host name of the company's site, "www.firm.fr".
 */
export function rankEmails<E extends { value: string }>(emails: readonly E[], siteHost: string): E[] {
  return emails
    .map((email, place) => ({ email, place, weight: scoreEmail(email.value, siteHost) }))
    .sort((a, b) => b.weight - a.weight || a.place - b.place)
    .map(({ email }) => email);
}

/** False for the privacy officer and the webmaster. */
export const acceptsApplications = (email: string): boolean =>
  !PRIVACY_OR_ABUSE_MAILBOX.test(email.split("@", 1)[0] ?? "");

function scoreEmail(value: string, siteHost: string): number {
  const [local = "", domain = ""] = value.split("@");
  if (PRIVACY_OR_ABUSE_MAILBOX.test(local)) return isOwnEmail(value, siteHost) ? 1 : 0;
  const nearness = isOwnEmail(value, siteHost)
    ? 30
    : toBrand(domain) === toBrand(siteHost)
      ? 25
      : isFreeMailDomain(domain)
        ? 15
        : 10;
  return (
    nearness + (JOBS_MAILBOX.test(local) ? 4 : UNSUITED_MAILBOX.test(local) ? 0 : GENERAL_MAILBOX.test(local) ? 3 : 2)
  );
}
