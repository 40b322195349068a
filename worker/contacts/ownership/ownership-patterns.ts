import { joinPattern } from "../join-pattern";
/** Alternatives in any case, not after a letter. */
function toPattern(...parts: string[]): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${parts.join("|")})`, "giu");
}

const SITE_MAKER_WORDS =
  "web ?design|webmaster|webmestre|webhosting|h[ée]bergeur|h[ée]bergement|hosting|hoster|host|" +
  "registrar|conception|r[ée]alisation|cr[ée]ation|d[ée]veloppement|int[ée]gration|graphisme|" +
  "design|maintenance|infog[ée]rance|umsetzung|gestaltung|programmierung|realisierung|konzept(?:ion)?|" +
  "layout|technik|technische (?:umsetzung|realisierung|realisation|betreuung)|website|homepage|" +
  "internetseite|cr[ée]dits?|credits|cms|code|satz|idee|texte?|druck|impression|printed|" +
  "(?:internet|werbe|design)agentur|agence (?:web|digitale|de communication)";
const FILLER_WORDS =
  "(?:[\\s,&/+|]|et|und|and|du|de|des|la|le|l['’]|d['’]|unserer?|dieser?|this|our|the|site|sites|" +
  "seite|webseite|web|internet|graphi(?:que|k)|technique|graphic|provider|anbieter|partner|" +
  "extern(?:es|er)?)";
/** A label: "Réalisation :", "Webdesign & Hosting" at the end of a line, "Conception et réalisation par". */
const SITE_MAKER_LABEL = [
  `(?<=^|[\\n|•·–—.©(-][\\s\\uE000]{0,3}|\\d{4}[\\s,]{1,3}(?:[\\p{L}'’ ]{0,30}[\\s–|-]{1,3})?)`,
  `(?:${SITE_MAKER_WORDS})(?:${FILLER_WORDS}{1,6}(?:${SITE_MAKER_WORDS})?){0,5}`,
  `[\\s\\uE000]{0,3}(?::|par(?!\\p{L})|by(?!\\p{L})|\\n|$)`,
].join("");

/** Phrases about the making of a site, not about a company's own products. */
const SITE_MAKER_PHRASES = [
  SITE_MAKER_LABEL,
  "(?:site|page|boutique)(?: \\p{L}{1,12}){0,3} (?:r[ée]alis|con[çc]u|cr[ée][ée]|d[ée]velopp|" +
    "propuls|imagin|maintenu|fait|h[ée]berg)\\p{L}{0,4}",
  "(?:r[ée]alis[ée]e?s?|con[çc]ue?s?|cr[ée][ée]e?s?|d[ée]velopp[ée]e?s?|propuls[ée]e?s?|" +
    "h[ée]berg[ée]e?s?|maintenue?s?)(?: (?:et|&|avec) \\p{L}+){0,2} (?:par|chez|aupr[èe]s de)" +
    "(?! (?:nos|notre|nous|mes|des|vos|un|une|soins)(?!\\p{L}))",
  "(?:site|website|web ?site|webseite|homepage|seite|internetauftritt|page|shop)" +
    "(?: \\p{L}{1,12}){0,4} (?:designed|built|made|created|developed|maintained|hosted|powered|managed|" +
    "crafted|erstellt|gestaltet|programmiert|gehostet|umgesetzt|betreut|produced)",
  "(?:web(?:site)?|site)(?: design)? (?:by|par|von)(?!\\p{L})",
  "(?:powered|hosted|website by|crafted) (?:by|with|at|on)(?!\\p{L})",
  "(?:designed|built|made|developed|created)(?: (?:and|&) \\p{L}+)? by(?! (?:us|our|hand|you)(?!\\p{L}))",
  "(?:erstellt|umgesetzt|realisiert|gestaltet|programmiert|gehostet)(?: \\p{L}+){0,2} (?:von|durch|bei)" +
    "(?! (?:uns|unser|hand|der hand)(?!\\p{L}))",
  "wir hosten",
  "h[ée]bergeurs?(?!\\p{L})",
  "h[ée]bergement (?:du site|web|internet|du pr[ée]sent)",
  "(?:web ?)?hosting (?:provider|company)",
  "webmaster(?!\\p{L}|@)",
  "webmestre",
  "agence web :",
  "webagentur",
  "server ?status",
  "(?:h[ée]bergement|maintenance|conception|r[ée]alisation|d[ée]veloppement)[^.\\n]{0,40} assur[ée]e?s? par",
  "prestataire d['’]h[ée]bergement",
  "une (?:r[ée]alisation|cr[ée]ation) (?:de |d['’]|sign[ée])",
  "site (?:internet|web|vitrine) (?:by|par)(?!\\p{L})",
  "cr[ée]ation (?:de )?sites? (?:internet|web)[^:.\\n]{0,24}:",
  "support (?:technique )?(?:du|de la|de ce) (?:site|plateforme|page)",
  "technische\\p{L}* (?:support|betreuung|hilfe|fragen)",
  "betreuung (?:der|dieser) (?:web|internet)?seite",
  "server\\p{L}* (?:steht|stehen)",
  "(?:unser|our|notre) host(?:er|s|ing)?(?!\\p{L})",
  "(?:web|internet)seite von",
  "(?:mit|with|avec) [♥❤🖤💙]\\S* (?:gemacht|erstellt|gebaut|made|built|by)",
  "(?:template|theme|vorlage|th[èe]me|layout) (?:by|von|par|de)(?!\\p{L})",
  "(?:made|built|crafted) with (?:love|♥|❤|care)",
  "(?:web ?)?site (?:problems?|issues?|down|support|feedback)",
  "imprim[ée] par",
  "printed by",
  "(?:problems?|issues?) with (?:this|the|our) (?:web ?)?site",
  "probl[eè]me (?:technique )?sur le site",
  "(?:fragen|probleme?n?) (?:zur|mit der) (?:web|internet)?seite",
];
const PICTURE_CREDITS = [
  "photos?\\s?:",
  "fotos?\\s?:",
  "photographi(?:es?|e|er|y)\\s?:",
  "fotografien?\\s?:",
  "bildnachweise?",
  "bildrechte",
  "photo credits?",
  "cr[ée]dits? photos?",
  "illustrations?\\s?:",
];
const AUTHORITIES = [
  "m[ée]diateurs?(?!\\p{L})",
  "m[ée]diation (?:de la conso|conso|service|scheme|body)",
  "mediation(?! familiale)\\s?:",
  "ombuds\\p{L}*",
  "(?:verbraucher)?schlichtungs?stelle\\p{L}*",
  "streit(?:beilegung|schlichtung)",
  "verbraucherzentrale",
  "alternative dispute resolution",
  "dispute resolution",
  "(?:zust[äa]ndige |datenschutz)?aufsichtsbeh[öo]rde\\p{L}*",
  "beschwerde(?:recht|stelle)\\p{L}*",
  "autorit[ée] de (?:contr[ôo]le|protection des donn)\\p{L}*",
  "supervisory authority",
  "data protection authority",
  "information commissioner\\p{L}*",
  "cnil(?!\\p{L}|\\.)",
  "ico(?!\\p{L}|\\.)",
  "informationsfreiheit",
  "kontrollstelle",
  "(?:landes|bundes|berliner|hamburgische\\p{L}*|hessische\\p{L}*|s[äa]chsische\\p{L}*|" +
    "bayerische\\p{L}*|th[üu]ringer|bremer|nieders[äa]chsische\\p{L}*) ?(?:beauftragte|datenschutzb|" +
    "landesamt)\\p{L}*",
  "extern(?:e|er|en|es)? (?:bestellte[rn]? )?datenschutzbeauftragte\\p{L}*",
  "(?:dpo|d[ée]l[ée]gu[ée]e?)[^.\\n]{0,40}extern\\p{L}*",
  "external (?:dpo|data protection)",
  "dpo services?",
  "(?:dpo|officer|services?) (?:is|are) provided by",
  "dpo[^.\\n]{0,30}mutualis\\p{L}*",
  "zust[äa]ndige (?:kammer|beh[öo]rde)",
  "(?:zahn|[äa]rzte|handwerks|anwalts|architekten|rechtsanwalts|steuerberater|apotheker|industrie- und handels)kammer",
  "berufshaftpflicht\\p{L}*",
  "versicherer(?!\\p{L})",
  "assureur\\s?:",
  "assurance (?:d[ée]cennale|rc|pro|professionnelle|responsabilit)\\p{L}*",
  "garantie financi[èe]re",
  "insurer\\s?:",
  "underwritten by",
  "bloctel",
  "(?<!inscrite?s? (?:[àa]|au tableau de) l['’])ordre (?:national |r[ée]gional |d[ée]partemental )?des \\p{L}+",
  "citizens advice",
  "trading standards",
  "gas safe register",
  "(?:m[ée]decin|pharmacie|dentiste)s? de garde",
  "apothekennotdienst",
  "(?:zahn)?[äa]rztlicher notdienst",
  "call (?:your gp|999|111)",
  "(?:la |der |die )?(?:cci|ihk|hwk|carpa|irs|hmrc)(?!\\p{L})",
  "schiedsstelle\\p{L}*",
  "verm[öo]gensschaden\\p{L}*",
  "finanzierung (?:[üu]ber|durch)",
  "mitglied (?:im|der|des|in der)",
  "d[ée]livr[ée]e? par",
  "souscrite aupr[èe]s",
  "(?:board|department|council|office) of \\p{L}+",
  "poison (?:line|control|information)\\p{L}*",
  "(?:suicide|crisis|domestic (?:abuse|violence)|child ?abuse|mental health|addiction|victim)" +
    "s?[^.\\n]{0,30} (?:hot|help|life|support )?-?line",
  "(?:national|24[ /-]?(?:7|hour)|free)[^.\\n]{0,24} (?:hotline|helpline|lifeline)",
  "samaritans",
  "childline",
  "lifeline",
  "telefonseelsorge",
  "seelsorgetelefon",
  "nummer gegen kummer",
  "(?:hilfe|sorgen|krisen|opfer)telefon",
  "krisendienst\\p{L}*",
  "frauenhaus",
  "wei[ßs]+er ring",
  "sos[ -](?:amiti[ée]|m[ée]decins?|suicide)",
  "suicide [ée]coute",
  "all[ôo] enfance",
  "enfance en danger",
  "violences? femmes info",
  "num[ée]ro (?:vert )?national",
  "fil sant[ée] jeunes",
  "drogues info service",
  "(?:access|advice|support) helpline",
  "complaints service",
  "taxis? (?:de|du|recommand|conseil|firm|rank)",
  "paketdienst",
  "chambre (?:de commerce|des notaires|des huissiers|d[ée]partementale)",
  "conseil (?:national|r[ée]gional|d[ée]partemental) de l['’]ordre",
  "pr[ée]fecture",
  "inspection du travail",
  "dgccrf",
  "ddpp",
  "agence r[ée]gionale de sant[ée]",
  "d[ée]fenseur des droits",
  "financial conduct authority",
  "care quality commission",
  "\\p{L}+ regulation authority",
  "regulatory (?:body|authority)",
  "environmental health",
  "healthwatch",
  "nhs 111",
  "action fraud",
  "local (?:council|authority)\\s?:",
  "gesundheitsamt",
  "(?:kassen|kassenzahn)[äa]rztliche vereinigung",
  "gewerbeaufsicht\\p{L}*",
  "gewerbeamt",
  "regierungspr[äa]sidium",
  "bezirksregierung",
  "landratsamt",
  "ordnungsamt",
  "veterin[äa]ramt",
  "finanzamt",
  "bundesnetzagentur",
  "bundesanstalt",
  "bafin",
  "landesamt",
  "notdienst\\p{L}* (?:der|die|unter)",
  "chambre des m[ée]tiers",
];
const OTHER_FIRMS = [
  "(?<=^|\\n[\\s\\uE000]{0,3})(?:(?:nos|unsere|our|les?) )?(?:partenaires?|partners?|vertriebspartner|" +
    "partnerfirmen|sous-traitants?|sub-?processors?|processors|auftragsverarbeiter|prestataires|" +
    "dienstleister|service providers|third part(?:y|ies)|vendors|agence de communication|listing sponsor|" +
    "partnerbetriebe|sponsors?|sponsoren|fournisseurs?|lieferanten|suppliers?|revendeurs?|distributeurs?|" +
    "concessionnaires?|points de vente|stockists?|retailers?|dealers?|h[äa]ndler|fachh[äa]ndler|" +
    "bezugsquellen|verkaufsstellen|annuaire|adh[ée]rents|mitgliedsbetriebe)(?! with us| werden)" +
    "(?: \\p{L}{1,14}){0,3}[\\s\\uE000]{0,3}(?::|\\n|$)",
  "(?<!devenez |become a |devenir )(?:nos|unsere|our) (?:partenaires|partner|partners|fournisseurs|" +
    "lieferanten|suppliers|sponsors|sponsoren)(?!\\p{L})",
  "t[ée]moignages?(?!\\p{L})",
  "testimonials?",
  "avis (?:de (?:nos )?)?clients?",
  "ils (?:nous )?(?:font confiance|en parlent|ont choisi|ont test[ée]|parlent de nous)",
  "ce (?:que|qu['’]en) disent",
  "vos avis",
  "livre d['’]or",
  "paroles? de",
  "clients satisfaits",
  "kunden sagen",
  "(?:kunden|presse)stimmen",
  "stimmen (?:unserer|von)",
  "trusted by",
  "success stories",
  "(?:customers|clients|people) say",
  "sub-?processors?(?!\\p{L})",
  "sous-traitants?(?!\\p{L})",
  "auftragsverarbeiter",
  "domain (?:name )?(?:is|may be) (?:for sale|parked|available)",
  "domaine (?:est )?(?:[àa] vendre|en vente|parqu[ée])",
  "domain (?:steht|ist) (?:zum verkauf|zu verkaufen|geparkt)",
  "liens utiles",
  "o[ùu] (?:trouver|acheter) nos",
  "where to buy",
  "(?:nos|unsere|our) (?:revendeurs|distributeurs|h[äa]ndler|fachh[äa]ndler|stockists|retailers|" +
    "dealers|adh[ée]rents)",
  "h[äa]ndlerverzeichnis",
  "useful (?:links|contacts|numbers)",
  "n[üu]tzliche (?:links|adressen)",
  "(?:adresses|num[ée]ros) utiles",
  "wichtige (?:nummern|rufnummern|adressen)",
  "office (?:de|du) tourisme",
  "tourist(?:en)?-?info\\p{L}*",
  "giftnotruf",
  "[äa]rztlicher (?:bereitschafts|not)dienst",
  "centre anti-?poison\\p{L}*",
  "sapeurs-pompiers",
  "samu(?!\\p{L})",
  "syndicat d['’]initiative",
  "attach[ée]e? de presse",
  "presse(?:agentur|kontakt)",
  "marketing by",
  "agence de communication",
  "relations? presse",
  "press (?:agency|enquiries|contact)",
  "pr agency",
  "(?:notre|unser|our) (?:partenaire|partner|revendeur|distributeur|fournisseur|lieferant|h[äa]ndler|" +
    "steuerberater|comptable|avocat|assureur|supplier|accountant|dealer)(?!\\p{L}| with us)",
  "hersteller\\s?:",
  "fabricant\\s?:",
  "manufacturer\\s?:",
  "syndic\\s?:",
  "vermieter\\s?:",
  "landlord\\s?:",
  "managing agents?",
  "steuerberater\\s?:",
];

/** "Réalisation Pixel – 01 …": a name follows, so the capital letter counts. */
export const SIGNED_BY_MAKER = joinPattern(
  "gu",
  String.raw`(?<=^|[\n|•·–—][\s\uE000]{0,3})(?:R[ée]alisation|Cr[ée]ation|Conception|Design|Webdesign|`,
  String.raw`Web design|Umsetzung|Gestaltung|Website|Webseite)`,
  String.raw`[\s\uE000]+(?:\p{Lu}[\p{L}&'.-]{1,20}[\s\uE000]*){1,4}(?=[–—|,(+\d-]|T[ée]l)`,
);

/** "Dental Complaints Service 020 …", "Oregon Board of Accountancy 503 …": the name of an institution. */
export const INSTITUTION_NAME = joinPattern(
  "gu",
  String.raw`(?:\p{Lu}[\p{L}-]+ ){1,4}(?<!(?:Customer|Client|Sales|Booking|Guest|Patient|Emergency|Our|The|`,
  String.raw`Night|Member|Delivery|Order) )(?:Council|Board|Commission|Authority|Helpline|Institute|`,
  String.raw`Association|Federation|Ombudsman|Line|Register|Complaints Service)`,
  String.raw`(?: of \p{Lu}\p{L}+)?(?=[^\n.]{0,60}$)|(?<!\p{L})soci[ée]t[ée] \p{Lu}[\p{L}&-]+(?=[^\n.]{0,40}$)`,
);

/** Labels of third parties: who made or hosts the site, an authority, a partner. */
export const OTHERS_PATTERN = toPattern(...SITE_MAKER_PHRASES, ...PICTURE_CREDITS, ...AUTHORITIES, ...OTHER_FIRMS);

/** Labels of privacy officers, who may be internal: they count only for addresses of another domain. */
export const PRIVACY_OFFICER = joinPattern(
  "giu",
  String.raw`datenschutz-?beauftragte|datenschutzkontakt|d[ée]l[ée]gu[ée]e? (?:[àa] la )?protection|`,
  String.raw`data protection (?:officer|lead|contact)|(?<!\p{L})dpo(?!\p{L}|@)|(?<!\p{L})dsb(?!\p{L}|@)`,
);

const OUR_BRANCHES =
  "(?:nos (?:[ée]tablissements|agences|antennes|boutiques|magasins|bureaux|ateliers|adresses|" +
  "restaurants|cabinets|sites)|(?:unsere|alle) (?:filialen|standorte|niederlassungen|b[üu]ros|" +
  "gesch[äa]fte|l[äa]den|praxen|h[äa]user|adressen)|" +
  "our (?:branches|locations|offices|shops|stores|restaurants|clinics|practices|addresses))(?!\\p{L})";
/** Headings of lists of the company's branches. */
export const BRANCHES_HEADING = new RegExp(`(?<!\\p{L})${OUR_BRANCHES}`, "iu");

/** Labels of the company itself. */
export const OWN_COMPANY_PATTERN = toPattern(
  "[ée]diteur(?! (?:du|de) (?:logiciel|cms))",
  "[ée]dit[ée]e? par",
  "direct(?:eur|rice) de (?:la )?publi\\p{L}*",
  "responsable (?:de|du|des) (?:la )?(?:publi|r[ée]dac|contenu|site|traitement)\\p{L}*",
  "contact(?:ez|er)[- ]nous",
  "nous contacter",
  "(?:appelez|joignez|[ée]crivez)[- ]nous",
  "contact us",
  "contact details",
  "kontaktieren sie uns",
  "rufen sie (?:uns )?an",
  "(?:so )?erreichen sie uns",
  "get in touch",
  "call us",
  "inhaber(?:in)?(?!\\p{L})",
  "gesch[äa]ftsf[üu]hr\\p{L}*",
  "vertreten durch",
  "diensteanbieter",
  "verantwortliche?r?(?: f[üu]r den inhalt| i\\.)",
  "angaben gem",
  "si[èe]ge social",
  "propri[ée]taire",
  "registered office",
  "head office",
  "our (?:office|shop|team|address)",
  "nos coordonn[ée]es",
  OUR_BRANCHES,
  "find us",
  "how to reach us",
  "so finden sie (?:uns|zu uns)",
  "o[ùu] nous trouver",
  "nous trouver",
  "notre (?:adresse|agence|magasin|atelier|bureau|secr[ée]tariat|[ée]quipe)",
  "unser(?:e|er|em)? (?:b[üu]ro|adresse|team|laden|gesch[äa]ft)",
  "ihr(?:e)? ansprech\\p{L}*",
  "recrutement",
  "bewerbung(?:en)?(?!\\p{L})",
  "votre devis",
  "devis\\s?:",
  "your enquiry",
  "(?<=^|\\n[\\s\\uE000]{0,3}\\n[\\s\\uE000]{0,3})(?:contact|kontakt|contacts)" +
    "(?:[\\s\\uE000]{0,2}(?:&|\\+|und|et|and|/)[\\s\\uE000]{0,2}(?:anfahrt|[öo]ffnungszeiten|impressum|" +
    "lage|acc[èe]s|horaires|plan|adresse|location|directions|hours|opening hours))?[\\s\\uE000:]{0,3}" +
    "(?:\\n|$)",
);
