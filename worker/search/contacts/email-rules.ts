import { isMakers } from "./makers";
import { brandOf, isReservedName, isSharedHost, registrableDomain } from "./site";

const FREE_MAIL = new Set([
  "gmail.com", "googlemail.com", "orange.fr", "wanadoo.fr", "free.fr", "sfr.fr", "neuf.fr", "laposte.net", "bbox.fr", "numericable.fr", "hotmail.com", "hotmail.fr", "hotmail.de", "hotmail.co.uk",
  "outlook.com", "outlook.fr", "outlook.de", "live.com", "live.fr", "live.co.uk", "msn.com", "yahoo.com", "yahoo.fr", "yahoo.de", "yahoo.co.uk", "icloud.com", "me.com", "aol.com",
  "gmx.de", "gmx.net", "gmx.at", "gmx.fr", "web.de", "t-online.de", "freenet.de", "arcor.de", "posteo.de", "mailbox.org", "btinternet.com", "btconnect.com", "protonmail.com", "proton.me", "bluewin.ch",
]);

/** Names whose addresses on somebody else's page are plumbing: error trackers, hosts, site builders, code libraries. */
const PLUMBING = /(?:^|\.)(?:sentry\.io|sentry-next\.wixpress\.com|wixpress\.com|wix\.com|schema\.org|w3\.org|jquery\.com|wordpress\.(?:org|com)|w\.org|elementor\.com|squarespace\.com|godaddy\.com|latofonts\.com|typo3\.(?:org|com)|joomla\.org|shopify\.com|webflow\.(?:com|io)|weebly\.com|jimdo\.com|ovh\.(?:net|com)|ovhcloud\.com|ionos\.[a-z.]+|1und1\.de|1and1\.[a-z.]+|strato\.de|hetzner\.(?:de|com)|gandi\.net|o2switch\.fr|infomaniak\.(?:com|ch)|all-inkl\.com|netcup\.de|lws\.fr|planethoster\.(?:com|net)|cloudflare\.com|amazonaws\.com|google\.com|gstatic\.com|facebook\.com|apple\.com|microsoft\.com|axeptio\.eu|didomi\.io|cookiebot\.com|onetrust\.com|usercentrics\.com|hubspot\.com|sendinblue\.com|brevo\.com|mailchimp\.com|indigitall\.com|fontawesome\.com|adobe\.com|typekit\.com|myfonts\.com|github\.com)$/;

/** Ombudsmen and supervisory authorities, named on every legal page. */
const AUTHORITY = /(?:cnil\.fr|ico\.org\.uk|bfdi\.bund\.de|ec\.europa\.eu|datenschutz[a-z-]*\.|\.datenschutz\.|ldi\.nrw\.de|lda\.bayern\.de|lfd\.|mediat(?:ion|eur)|schlicht(?:er|ung)|verbraucher|cm2c\.|ombudsman)/;

const PLACEHOLDER_DOMAIN = /^(?:(?:www\.)?(?:example|exemple|beispiel|domain|domaine|yourdomain|your-domain|votredomaine|votre-domaine|votresite|votre-site|ihredomain|ihre-domain|deinedomain|deine-domain|meinedomain|mydomain|mysite|yoursite|yourcompany|votreentreprise|ihrefirma|musterfirma|muster|mustermann|musterdomain|email|e-mail|adresse|site|website|test|xyz|abc|xxx+|company|entreprise|firma|acme|sample|foo|bar)\.[a-z.]{2,6}|mail\.(?:fr|de|tld))$/;
const PLACEHOLDER_LOCAL = /^(?:your?[._-]?(?:name|e?-?mail|address)|yourname|you|votre[._-]?(?:nom|e?-?mail|adresse|prenom)|vous|ihre?[._-]?(?:name|e?-?mail|adresse)|deine?[._-]?(?:name|e?-?mail)|(?:max|erika)[._-]?mustermann|john[._-]?doe|jane[._-]?doe|prenom[._-]?nom|nom[._-]?prenom|vorname[._-]?nachname|nachname|vorname|prenom|nom|name|firstname[._-]?lastname|first[._-]?last|firstname|lastname|surname|username|user|exemple|example|beispiel|placeholder|xxx+|abc|e?-?mail-?adresse|mon[._-]?e?mail|monadresse)$/;
const NO_REPLY = /^(?:no[._-]?reply|donot[._-]?reply|do[._-]not[._-]reply|ne[._-]?pas[._-]?repondre|keine[._-]?antwort|nicht[._-]?antworten|noreponse|mailer[._-]?daemon|bounces?|postmaster|abuse|hostmaster|unsubscribe|desinscription|listserv|root|spam|honeypot|nospam)(?:$|[._+-])|[._-]no-?reply$/;
const ASSET_ENDING = /\.(?:png|jpe?g|gif|webp|svg|avif|bmp|ico|css|m?js|jsx|tsx?|json|xml|woff2?|ttf|eot|mp[34]|mov|webm|pdf|docx?|zip|html?|php|aspx?|map)$/;
const MACHINE_LOCAL = /^(?:[0-9a-f]{16,}|[0-9a-f]{8}-[0-9a-f-]{20,})$/;

/**
 * Is this address worth showing for this site? `before` is the text just before it on the page.
 * An address on the site's own domain passes whatever its ending; anybody else's must be real, human and not the agency's.
 */
export function isWanted(email: string, siteHost: string, before = ""): boolean {
  const [local = "", domain = ""] = email.split("@");
  const own = isOwn(email, siteHost);
  if (ASSET_ENDING.test(email) || /^[0-9.]+x\./.test(domain) || MACHINE_LOCAL.test(local)) return false;
  if (NO_REPLY.test(local) || PLACEHOLDER_LOCAL.test(local)) return false;
  if (own) return true;
  if (isReservedName(domain) || PLACEHOLDER_DOMAIN.test(domain)) return false;
  if (PLUMBING.test(domain) || AUTHORITY.test(domain)) return false;
  return sameBrand(domain, siteHost) || !isMakers(before.slice(isFreeMail(domain) ? -60 : -200));
}

export function isOwn(email: string, siteHost: string): boolean {
  const domain = email.slice(email.indexOf("@") + 1);
  return registrableDomain(domain) === registrableDomain(siteHost) && !isSharedHost(siteHost);
}

/** firm.fr and firm.com. */
export function sameBrand(domain: string, siteHost: string): boolean {
  const brand = brandOf(domain);
  return brand.length > 2 && !isSharedHost(siteHost) && brand === brandOf(siteHost) && !isFreeMail(domain);
}

export function isFreeMail(domain: string): boolean {
  return FREE_MAIL.has(domain);
}
