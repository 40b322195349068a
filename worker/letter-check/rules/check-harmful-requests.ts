import type { BlockingCode, Finding } from "../findings.ts";
import type { CheckInput } from "../input.ts";
import type { CheckSources } from "../parse-sources.ts";
import { source } from "../patterns.ts";
import { foldText, normalizeText } from "../tokenize.ts";

// Patterns match one folded sentence: lower case, no accents, straight quotes.

const patterns = (...sources: string[]) => sources.map((source) => new RegExp(source, "u"));
/** Where a request begins: at the start of a clause, or after a word that requests something. */
const ASKS = String.raw`(?:^\W*|[,;:(–-]\s?|\b(?:et|puis|alors|and|then|und|dann|please|bitte)\s)`;
const ASKS_FR = source`\b(?:merci de|merci d'|veuillez|pensez a|priere de|il faut|il suffit de
  |vous (?:devez|devrez)|n'oubliez pas de|je vous (?:prie|demande|invite|recommande|conseille
  |remercie) (?:de |d'|a ))\s?`;
const ASKS_EN = String.raw`\byou (?:must|should|will need to|need to|have to)\s`;

const GUARD = source`(?:anti-?virus\w*|pare-feu|firewalls?|macros?|makros?|protections?
  |viren(?:schutz|scanner)\w*|schutzprogramm\w*|security (?:software|settings|warning)|spam-?filter\w*
  |filtre anti-?spam|editing|modifications|bearbeitung|active content|contenu actif|aktive inhalte)`;
const THING = source`(?:${GUARD}|logiciel\w*|software|extension|plug-?in|browser|navigateur|archive|zip(?:-\w+)?
  |lien|links?|fichiers?|files?|datei(?:en)?|piece jointe|attachment|anhang|qr-?code|anydesk|teamviewer
  |fernwartung\w*|ordinateur|computer|rechner|cle usb|usb-?stick|programme (?:joint|executable)|programm
  |mot de passe|password|passwort|kennwort)`;

/** Requests about the reader's computer or the attachment. */
const machine = patterns(
  String.raw`\b(?:desactiv|activ|autoris|coup|suspend|contourn|ignor)(?:ez|er|re)\b[^.]{0,40}\b${GUARD}\b`,
  source`\b(?:disable|deactivate|turn off|switch off|bypass|enable|allow|pause)\b[^.]{0,40}\b${GUARD}\b
    |\b(?:turn|switch)\b[^.]{0,30}\b${GUARD} off\b`,
  source`\b(?:deaktivieren|aktivieren|erlauben|umgehen|schalten|zulassen|lassen|offnen
    |starten) sie\b[^.]{0,40}\b${GUARD}\b
    |\b${GUARD}\b[^.]{0,40}\b(?:deaktivieren|ausschalten|abschalten|zulassen|aktivieren|umgehen)\b`,
  source`(?:${ASKS}(?:install|telecharg|execut|lanc|debloqu|decompress|cliqu|scann|saisiss|branch|entr)ez
    |${ASKS_FR}(?:install|telecharg|execut|lanc|debloqu|decompress|cliqu|scann|saisi|branch|entr)(?:er
    |r))\b[^.]{0,40}\b${THING}\b`,
  source`(?:${ASKS}|${ASKS_EN})(?:install|download|run(?! by)|execute|launch|unblock|unzip|extract|click|scan
    |enter|type|plug in)\b[^.]{0,40}\b${THING}\b`,
  source`\b(?:installieren|laden|starten|entpacken|klicken|scannen|geben|stecken
    |fuhren) sie\b[^.]{0,40}\b${THING}\b`,
);

const CROWD = source`(?:(?:tous|toutes) (?:vos|les)|vos (?:contacts|clients|partenaires|fournisseurs|amis
  |proches)|dix|\d+ (?:personnes|contacts|people|personen|kontakte)|tout (?:le monde|votre carnet)
  |all (?:of )?your|your (?:contacts|customers|clients|partners|suppliers|friends)|everyone|everybody|ten
  |an? alle|alle ihre|ihre (?:kontakte|kunden|partner|lieferanten|freunde)|zehn|listes? de diffusion
  |mailing lists?|verteiler|presse|reseaux sociaux|social media)`;
const NOTE = source`(?:(?:ce|cette|le|la|this|the|my|mon|ma|diese[nrs]?|die|den|das|meine?n?) )(?:message|mail
  |courriel|e-?mail|lettre|letter|nachricht|schreiben|brief)`;
const INSIDE = source`(?:person\w*|responsable|equipe|collegue|collaborat\w*|direction|rh\b|ressources humaines
  |recrut\w*|concerne\w*|competent\w*|interlocut\w*|team|department|colleague|hr\b|human resources|hiring
  |relevant|appropriate|right|whoever|abteilung|kolleg\w*|zustandig\w*|ansprechpart\w*|verantwortlich\w*|leitung
  |betreffend\w*)`;
const PASS_ON = source`(?:transm\w+|transfer(?:ez|er)|fa(?:ites|ire) suivre|diffus(?:ez|er)|partag(?:ez|er)
  |envoyez|envoyer|relay(?:ez|er)|publiez|publier|forward|pass on|pass|share|send|circulate|post|leiten sie
  |senden sie|schicken sie|teilen sie|geben sie|verbreiten sie|weiterleiten|weiterzuleiten|weitergeben)`;
const PAPERS = source`(?:${NOTE}|ma candidature|mon (?:cv|profil|dossier)|my (?:application|cv|resume|profile)
  |meine (?:bewerbung|unterlagen)|meinen lebenslauf|it|le|la|la a|es|sie)`;

/** Requests to spread the letter. Asking to forward it to the person in charge is normal. */
const spread = patterns(
  String.raw`\b${PASS_ON}\b(?: [^\s.]+){0,3}? ${PAPERS}\b[^.]{0,60}\b${CROWD}\b`,
  source`(?:${ASKS}|${ASKS_FR}|${ASKS_EN})(?:transmettez|transferez|transmettre|transferer|faites suivre
    |faire suivre|diffusez|relayez|forward|circulate|leiten sie|verbreiten sie)\b ${NOTE}\b
    (?![^.]{0,60}\b${INSIDE})`,
);

const SECRET = source`(?:mots? de passe|passwords?|passwort|passworter|kennwort|code pin|pin(?:[- ]?code)?
  |pin-nummer|code (?:secret|confidentiel|d'acces)|zugangs(?:code|daten)|identifiants(?: de connexion)?|login
  |cvv|numeros? de (?:securite sociale|carte bancaire|compte)|coordonnees bancaires|rib|bank (?:details|account)
  |social security number|national insurance number|card number|sozialversicherungsnummer|steuer-?id
  |steuernummer|kontodaten|bankverbindung|kontonummer|kartennummer)`;
const MY = String.raw`(?:mon|ma|mes|my|meine?[nmrs]?)`;

/** Passwords and secret numbers: given or requested. */
const secrets = patterns(
  source`\b${MY} ${SECRET}\b(?: (?:pour|for|fur|du|de|zu|zum|of|to)(?: [^\s.]+){1,4}?)? ?(?:est|sont|is|are
    |lautet|lauten|ist|sind|:|=)`,
  String.raw`\b${SECRET}\b(?: [^\s.]+){0,4}? ?(?:(?:est|is|lautet|ist)\s?(?::|["«]|\S*\d)|[:=]\s?\S)`,
  source`\b(?:envoyez|communiquez|donnez|indiquez|transmettez|saisissez|entrez|(?:merci de
    |veuillez) (?:\S+ )?(?:envoyer|communiquer|donner|indiquer|transmettre|saisir))\b[^.]{0,50}\b${SECRET}\b`,
  source`(?:${ASKS}|${ASKS_EN})(?:send|give|share|enter|tell|email|reply with
    |provide)\b[^.]{0,40}\byour ${SECRET}\b`,
  String.raw`\b(?:nennen|senden|schicken|geben|teilen|mailen) sie\b[^.]{0,50}\b${SECRET}\b`,
);

const DATA = source`(?:(?:mes|my|meine[nr]?) (?:\S+ )?(?:donnees|informations personnelles|infos|coordonnees
  |photos?|data|details|information|daten|kontaktdaten|fotos?)|mon (?:image|dossier medical)|ma photo
  |mein(?:e|en)? (?:foto|bild))`;
const USES = source`(?:ced|vend|revend|partag|transmett|communiqu|publi|diffus|exploit|trait|conserv|sell|share
  |pass|transfer|publish|disclose|process|store|keep|give|weiterg[ae]b|weiterzugeb|verkauf|verauss|teil
  |veroffentlich|ubermitt|verarbeit|speicher|nutz)\w*`;
const MAY = source`(?:vous pouvez|vous etes autorisee?s?|libre a vous|vous avez (?:mon accord|mon autorisation
  |le droit)|j'accepte|you (?:may|can|are free to|are welcome to|have my (?:permission|consent))
  |i (?:agree|accept)|(?:sie (?:konnen|durfen)|(?:durfen|konnen) sie)|einverstanden
  |ich (?:erlaube|gestatte|stimme))`;

/** Consent given in the candidate's name. */
const consents = patterns(
  source`\b${MAY}\b[^.]{0,60}\b${USES}\b[^.]{0,30}\b${DATA}\b
    |\b${MAY}\b[^.]{0,40}\b${DATA}\b[^.]{0,60}\b${USES}\b
    |\b${DATA}\b (?:durfen|konnen) sie\b[^.]{0,60}\b${USES}\b`,
  source`\b(?:j'autorise|je vous autorise|je consens|je donne mon (?:accord|consentement|autorisation)
    |i (?:hereby )?(?:consent|authori[sz]e|give (?:you )?(?:my )?(?:consent|permission))|ich willige|willige ich
    |meine einwilligung|ich erteile ihnen)\b`,
  source`\b(?:j'accepte|i (?:agree|accept)|einverstanden|ich stimme)\b[^.]{0,50}\b(?:background check
    |credit check|drug test|monitoring|surveillance|casier judiciaire|antecedents|prelevement|schufa|uberwachung
    |lastschrift)\b`,
);
const consentHeld = new RegExp(
  source`\b(?:autorise|consens|consent\w*|consentement|rgpd|gdpr|dsgvo|einwillig\w*
  |einverstanden|traitement de mes donnees)\b`,
  "u",
);

/** A verb after a first person is no request: "je sais activer les macros". */
const speaker = /\b(?:je|j|i|ich)\b[^,;:]*$/u;

const rules: { orders: boolean; patterns: RegExp[] }[] = [
  { orders: true, patterns: machine },
  { orders: true, patterns: spread },
  { orders: false, patterns: secrets },
  { orders: false, patterns: consents },
];

/** The sentences of a folded text. */
export const splitSentences = (text: string): string[] =>
  foldText(normalizeText(text))
    .split(/(?<=[.!?…])\s+|\n+/u)
    .filter((sentence) => sentence.trim() !== "");

/** Finds requests, secrets and consents that no candidate writes; consent in the candidate's own texts is allowed. */
export function harmFindings({ subject, text }: CheckInput, { own }: CheckSources): Finding<BlockingCode>[] {
  const hasConsented = consentHeld.test(foldText(own.text));
  return splitSentences(`${subject}\n${text}`).flatMap((sentence): Finding<BlockingCode>[] => {
    const found = rules.flatMap(({ orders, patterns: all }) =>
      all === consents && hasConsented
        ? []
        : all
            .map((pattern) => pattern.exec(sentence))
            .filter((hit) => hit !== null && !(orders && isSpoken(sentence, hit))),
    );
    const detail = found[0]?.[0];
    return detail === undefined ? [] : [{ code: "against_candidate", detail: detail.trim() }];
  });
}

const isSpoken = (sentence: string, { index }: RegExpExecArray) => speaker.test(sentence.slice(0, index));
