import { joinPattern } from "../join-pattern";
import { isSharedHost, toRegistrableDomain } from "../site-key";

const FREE_MAIL_DOMAIN = joinPattern(
  "",
  String.raw`^(?:g(?:oogle)?mail\.com|(?:orange|wanadoo|free|sfr|neuf|bbox|numericable|aliceadsl|cegetel|`,
  String.raw`club-internet|noos|dbmail|laposte|voila)\.(?:fr|net)|laposte\.net|club-internet\.fr|`,
  String.raw`(?:hotmail|outlook|live|msn|windowslive)\.(?:[a-z]{2,3}|co\.uk|com\.\w\w)|`,
  String.raw`(?:yahoo|ymail|rocketmail)\.(?:[a-z]{2,3}|co\.uk|com\.\w\w)|`,
  String.raw`(?:icloud|me|mac|aol|gmx|mail|email|fastmail|hey|zoho|tutanota|tuta|mailo|ik)\.(?:com|net|de|fr|`,
  String.raw`at|ch|me|io|eu|org|us)|aol\.co\.uk|(?:web|t-online|freenet|arcor|posteo|online|vodafone(?:mail)?|`,
  String.raw`kabelmail|alice|versanet|ewe|ewetel|osnanet|netcologne|unitybox|email|mail|magenta|htp-tel|`,
  String.raw`arcormail|t-online)\.(?:de|net|org)|mailbox\.org|magenta\.de|`,
  String.raw`(?:btinternet|btconnect|btopenworld|talktalk|ntlworld|virginmedia|blueyonder|tiscali|sky|plusnet|`,
  String.raw`tesco|eircom|o2|bt|lineone|freeserve)\.(?:com|net|co\.uk|org)|virgin\.net|sky\.com|eircom\.net|`,
  String.raw`proton(?:mail)?\.(?:com|me|ch)|pm\.me|(?:bluewin|sunrise|hispeed|swissonline|vtxnet)\.(?:ch|net)|`,
  String.raw`(?:skynet|telenet|scarlet|proximus|voo)\.(?:be)|`,
  String.raw`(?:aon|chello|a1|kabsi|liwest|inode|utanet)\.(?:at|net)|`,
  String.raw`(?:comcast|verizon|att|sbcglobal|bellsouth|cox|charter)\.net|(?:libero|virgilio|tin|alice)\.it|`,
  String.raw`(?:telefonica|terra)\.(?:net|es)|pt\.lu|internet\.lu)$`,
);

/** Error trackers, hosts, site builders, code libraries: their addresses on other sites are technical. */
const SERVICE_DOMAIN = joinPattern(
  "",
  String.raw`(?:^|\.)(?:sentry\.(?:io|dev)|sentry-next\.wixpress\.com|wixpress\.com|wix\.com|editorx\.com|`,
  String.raw`schema\.org|w3\.org|jquery\.com|wordpress\.(?:org|com)|automattic\.com|w\.org|elementor\.com|`,
  String.raw`elegantthemes\.com|yoast\.com|squarespace\.com|godaddy\.com|secureserver\.net|latofonts\.com|`,
  String.raw`typo3\.(?:org|com)|contao\.org|joomla\.org|drupal\.org|shopify\.com|prestashop\.com|`,
  String.raw`webflow\.(?:com|io)|weebly\.com|jimdo\.com|webnode\.\w+|strikingly\.com|odoo\.com|`,
  String.raw`ovh\.(?:net|com|ie|co\.uk)|ovhcloud\.com|online\.net|scaleway\.com|ionos\.[a-z.]+|1und1\.de|`,
  String.raw`1and1\.[a-z.]+|kundenserver\.de|strato\.(?:de|com)|hetzner\.(?:de|com)|hosteurope\.de|`,
  String.raw`mittwald\.de|domainfactory\.de|df\.eu|raidboxes\.\w+|manitu\.de|gandi\.net|o2switch\.(?:fr|net)|`,
  String.raw`infomaniak\.(?:com|ch)|hostpoint\.ch|all-inkl\.com|netcup\.(?:de|eu)|lws\.fr|`,
  String.raw`planethoster\.(?:com|net)|ex2hosting\.com|alwaysdata\.com|always-data\.com|nuxit\.com|amen\.fr|`,
  String.raw`hostinger\.\w+|siteground\.\w+|bluehost\.com|fasthosts\.co\.uk|123-reg\.co\.uk|heartinternet\.uk|`,
  String.raw`tsohost\.co\.uk|krystal\.(?:uk|io)|kinsta\.com|wpengine\.com|vercel\.com|netlify\.com|`,
  String.raw`cloudflare\.com|amazonaws\.com|amazon\.com|aws\.com|google\.com|gstatic\.com|googleapis\.com|`,
  String.raw`facebook\.com|facebookmail\.com|fb\.com|support\.facebook\.com|instagram\.com|twitter\.com|x\.com|`,
  String.raw`linkedin\.com|apple\.com|microsoft\.com|axeptio\.eu|didomi\.io|cookiebot\.com|onetrust\.com|`,
  String.raw`usercentrics\.com|consentmanager\.\w+|borlabs\.io|hubspot\.com|hotjar\.com|matomo\.org|`,
  String.raw`etracker\.\w+|sendinblue\.com|brevo\.com|mailchimp\.com|mailjet\.com|mailgun\.org|klaviyo\.com|`,
  String.raw`sendgrid\.(?:com|net)|zendesk\.com|intercom\.io|tidio\.com|indigitall\.com|fontawesome\.com|`,
  String.raw`adobe\.com|typekit\.com|myfonts\.com|monotype\.com|github\.com|npmjs\.com|stripe\.com|paypal\.com|`,
  String.raw`klarna\.com|trustpilot\.com|trustedshops\.\w+|e-recht24\.de|erecht24\.de|ec\.europa\.eu|`,
  String.raw`europa\.eu|gouv\.fr|gov\.uk|bund\.de|youronlinechoices\.\w+|bloctel\.fr|bloctel\.gouv\.fr|`,
  String.raw`denic\.de|afnic\.fr|nominet\.uk)$`,
);

/** Ombudsmen and supervisory authorities, named on every legal page. */
const AUTHORITY_DOMAIN = joinPattern(
  "",
  String.raw`(?:(?:^|\.)cnil\.fr|(?:^|\.)ico\.org\.uk|bfdi\.|(?:^|\.)edoeb\.|apd-gba\.be|`,
  String.raw`gegevensbeschermingsautoriteit|dataprotection\.ie|dsb\.gv\.at|edps\.|landesdatenschutz|`,
  String.raw`datenschutz-?(?:aufsicht|zentrum|hamburg|berlin|hessen|bayern|saarland|mv|rlp|bremen|nord)|`,
  String.raw`\.datenschutz\.|datenschutz\.|baden-wuerttemberg\.datenschutz|(?:^|\.)ldi\.nrw\.|`,
  String.raw`(?:^|\.)lda\.(?:bayern|brandenburg)|(?:^|\.)lfd\.|(?:^|\.)lfdi\.|tlfdi|datenschutzzentrum|`,
  String.raw`mediat(?:ion|eur|or)|m2dc|schlicht(?:er|ung)|verbraucher|(?:^|\.)cm2c\.|(?:^|\.)medicys\.|`,
  String.raw`(?:^|\.)anm-conso|(?:^|\.)cnpm|(?:^|\.)sasmediation|ombudsm|ombuds|(?:^|\.)finanzombud|`,
  String.raw`versicherungsombudsmann|citizensadvice|(?:^|\.)fca\.org\.uk|(?:^|\.)orias\.fr|(?:^|\.)acpr\.|`,
  String.raw`(?:^|\.)dgccrf)`,
);

const PLACEHOLDER_DOMAIN = joinPattern(
  "",
  String.raw`^(?:(?:[\w.-]+\.)?(?:example|exemple|beispiel|domain|domaine|yourdomain|your-domain|yoursite|`,
  String.raw`your-site|votredomaine|votre-domaine|votresite|votre-site|ihredomain|ihre-domain|deinedomain|`,
  String.raw`deine-domain|meinedomain|meine-domain|mydomain|my-domain|mysite|mon-?site|mon-?domaine|`,
  String.raw`ma-?societe|mon-?entreprise|my-?company|your-?company|votre-?entreprise|votre-?societe|`,
  String.raw`ihre-?firma|deine-?firma|meine-?firma|muster-?firma|muster|mustermann|musterdomain|e-?mail|`,
  String.raw`adresse|site|website|web-?seite|test|xyz|abc|xxx+|company|entreprise|societe|firma|acme|sample|`,
  String.raw`foo|bar|provider|anbieter|fournisseur|host|server|serveur|url|name|demo|dummy|lorem|ipsum|`,
  String.raw`placeholder|localhost|yourmail|votremail)\.(?:[a-z]{2,6}|co\.uk|com\.\w\w)|mail\.(?:fr|tld))$`,
);
const PLACEHOLDER_LOCAL = joinPattern(
  "",
  String.raw`^(?:your?[._-]?(?:name|e?-?mail|address|self)|yourname|you|`,
  String.raw`votre[._-]?(?:nom|e?-?mail|adresse|prenom|compte)|votre|vous|tu|toi|`,
  String.raw`ihre?[._-]?(?:name|e?-?mail|adresse)|ihr|sie|deine?[._-]?(?:name|e?-?mail|adresse)|du|`,
  String.raw`meine?[._-]?(?:name|e?-?mail|adresse)|my[._-]?(?:name|e?-?mail|address)|`,
  String.raw`mon[._-]?(?:nom|e?-?mail|adresse|prenom)|ma[._-]?(?:adresse)|`,
  String.raw`(?:max|maxi|erika|moritz|petra|lieschen)[._-]?(?:muster(?:mann|frau)?|mueller)|`,
  String.raw`m[._-]?muster(?:mann)?|muster(?:mann|frau)?|(?:john|jane|j)[._-]?(?:doe|smith|q[._-]?public)|doe|`,
  String.raw`prenom[._-]?(?:nom)?|nom(?:[._-]?(?:prenom|de[._-]?famille))?|[pi][._-]nom|initiales?[._-]nom|`,
  String.raw`vorname(?:[._-]?(?:nachname|name))?|v[._-]nachname|nachname|name|`,
  String.raw`first[._-]?(?:name)?(?:[._-]?last(?:[._-]?name)?)?|forename(?:[._-]?surname)?|last[._-]?name|`,
  String.raw`surname|user[._-]?(?:name)?|utilisateur|benutzer(?:name)?|nutzer(?:name)?|identifiant|kunde|`,
  String.raw`client|someone|somebody|nobody|quelqu-?un|jemand|exemple|example|beispiel|sample|placeholder|`,
  String.raw`dummy|xxx+|xyz|abc|abcd?e?f?|aaa+|foo|bar|asdf|qwertz?y?|azerty|test(?:er|ing|e)?(?:[._-]?\d+)?|`,
  String.raw`e?-?mail-?adresse|adresse-?e?-?mail|adresse|(?:jean|jeanne|marie|pierre|paul)[._-]?(?:exemple|`,
  String.raw`martin-exemple)|jean[._-]?dupont|j[._-]?dupont|monadresse|address|e-?mail-?address|123+|lorem|`,
  String.raw`ipsum)$`,
);
const NO_REPLY_LOCAL = joinPattern(
  "",
  String.raw`(?:^|[._+-])(?:no|not|ne|nicht)[._-]?reply(?:$|[._+-])|`,
  String.raw`^(?:do[._-]?not[._-]?reply|don[._-]?t[._-]?reply|ne[._-]?pas[._-]?repondre|nepasrepondre|`,
  String.raw`pas[._-]?de[._-]?reponse|keine?[._-]?antwort|nicht[._-]?antworten|bitte[._-]?nicht[._-]?antworten|`,
  String.raw`no[._-]?responder|sans[._-]?reponse|noreponse|no[._-]?response|notifications?|notify|alerts?|`,
  String.raw`auto(?:mat\w*|[._-]?reply|[._-]?respond\w*)|robot|bot|system|daemon|mailer[._-]?daemon|mailer|`,
  String.raw`bounces?|postmaster|abuse|hostmaster|unsubscribe|desinscription|desabonnement|abmelden|listserv|`,
  String.raw`root|wordpress|www-data|apache|nginx|cron|spam|spam-?trap|spamtrap|honeypot|nospam|trap|devnull|`,
  String.raw`dev-null|null|undefined|nan)(?:$|[._+-])`,
);
const ASSET_ENDING = joinPattern(
  "",
  String.raw`\.(?:png|jpe?g|gif|webp|svg|avif|bmp|ico|css|scss|less|m?js|cjs|jsx|tsx?|vue|json|xml|woff2?|ttf|`,
  String.raw`otf|eot|mp[34]|mov|webm|ogg|wav|pdf|docx?|xlsx?|pptx?|zip|gz|rar|html?|php|aspx?|map|txt|csv|`,
  String.raw`ya?ml|md|exe|dmg|apk)$`,
);
const MACHINE_LOCAL = /^(?:[0-9a-f]{16,}|[0-9a-f]{8}-[0-9a-f-]{20,}|u00[0-9a-f]{2}.*)$/;

/** A no-reply, example or machine address: never shown. */
export function isUnattendedMailbox(local: string): boolean {
  return NO_REPLY_LOCAL.test(local) || PLACEHOLDER_LOCAL.test(local) || MACHINE_LOCAL.test(local);
}

/** A file name, an example, a library, a host or an authority: never the contact of another site. */
export function isServiceEmail(email: string, domain: string): boolean {
  return (
    /^(?:mediat|ombuds|schlichtung|verbraucher)/.test(email) ||
    ASSET_ENDING.test(email) ||
    /^[0-9.]+x\./.test(domain) ||
    PLACEHOLDER_DOMAIN.test(domain) ||
    SERVICE_DOMAIN.test(domain) ||
    AUTHORITY_DOMAIN.test(domain)
  );
}

export function isOwnEmail(email: string, siteHost: string): boolean {
  const domain = email.slice(email.indexOf("@") + 1);
  return toRegistrableDomain(domain) === toRegistrableDomain(siteHost) && !isSharedHost(siteHost);
}

export function isFreeMailDomain(domain: string): boolean {
  return FREE_MAIL_DOMAIN.test(domain);
}
