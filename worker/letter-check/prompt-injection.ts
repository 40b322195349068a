import { source } from "./patterns.ts";
import { foldText } from "./tokenize.ts";

// Patterns match folded text: lower case, no accents.

/** Words for a language model only. */
const MACHINE = source`(?:(?<!['-])ai(?!-)|ia|ki|llms?|gpt|chat ?gpt|gemini ai|claude ai
  |ai (?:systems?|writers?|tools?|agents?|assistants?|models?)|ki-\w+|chat ?bots?|bots|language models?
  |large language models?|modeles? de langage|sprachmodell\w*|textassistent\w*|textgenerator\w*
  |assistants? (?:ia|de redaction|d'ecriture|automatiques?|virtuels?)|writing assistants?
  |automated (?:writers?|tools?|systems?)|outils automatiques|generateurs? de textes?|redacteurs? automatiques?
  |agents? (?:ia|automatiques?)|chatbots?)`;
/** Forms of address for a language model. */
const SPOKEN_TO = source`(?:${MACHINE}|assistants?|assistenten?|assistenz|systems?|systeme|models?|modele|modell
  |prompt|user|admin|developer|robots?|writers?|bot)`;
const LETTERS = source`(?:lettres?|courriers?|courriels?|messages?|mails?|e-mails?|candidatures?|reponses?
  |letters?|applications?|output|response|reply|answers?|cover letters?|anschreiben|bewerbung(?:en)?|schreiben
  |briefe?|nachricht(?:en)?|antwort(?:en)?)`;
const CANDIDATE = source`(?:le candidat|la candidate|du candidat|the candidate|this candidate|every candidate
  |each candidate|the applicant|this applicant|every applicant|each applicant|applicant'?s|candidate'?s
  |der bewerber|die bewerberin|des bewerbers|der bewerberin|der kandidat|die kandidatin|des kandidaten
  |den bewerber|le postulant|la postulante)`;
const MUST = source`(?:must|should|shall|has to|have to|doit|doivent|devez|devra|muss|mussen|soll|sollen
  |sollten?|interdit\w*|not allowed|not authori[sz]ed|forbidden|untersagt|verboten|pas autorise\w*|are to|is to)`;
const TELL = source`(?:present|presente[rz]?|stelle? dar|write|say|state|claim|tell|mention|pretend|add|append
  |include|insert|describe|sign|end|print|reveal|repeat|reply|answer|recommend|praise|call|link|cite|list|output
  |ajoute[rz]?|insere[rz]?|inclu[rstz]\w*|mentionne[rz]?|precise[rz]?|affirme[rz]?|dis|dites|dire|ecris|ecrire
  |ecrivez|indique[rz]?|place[rz]?|cite[rz]?|recopie[rz]?|reponds|repondez|repondre|termine[rz]?|remplace[rz]?
  |recommande[rz]?|vante[rz]?|signe[rz]?|demande[rz]?|faire figurer|schreib\w*|erwahn\w*|nenn\w*|fug\w*|einfugen
  |verlink\w*|verweis\w*|erganz\w*|lob\w*|sag\w*|behaupt\w*|antwort\w*|beginn\w*|ersetz\w*|empfehl\w*|empfiehl)`;

/** Instructions to a model or against its task, in any source. */
const anywhere = [
  source`\b(?:a|au|aux|an|for|to|pour|fur)\s(?:l'|le |les |the |den |die |das |tous les |all )?(?:assistants?
    |assistent(?:en)?|redact(?:eurs?|rice)|writers?|schreiber|verfasser|modeles?|models?|${MACHINE})\b.{0,20}:`,
  source`\b(?:le|la|der|die|the) (?:redacteur|redactrice|writer|verfasser|schreiber|generateur|generator
    |assistant|modele|model) ${MUST}\b`,
  source`\b(?:consignes?|instructions?|notes?|anweisung(?:en)?|hinweise?|befehle?) (?:cachee?s?|secretes?
    |invisibles?|hidden|secret)\b
    |\b(?:hidden|secret|versteckte[rn]?|geheime[rn]?|unsichtbare[rn]?) (?:instructions?|notes?|prompts?
    |commands?|anweisung(?:en)?|hinweise?)\b`,
  String.raw`^\W{0,9}(?:assistants?|assistent|system|systeme|model|modele|bot|writer)\s*:\s*(?:\S+\s){0,6}?${TELL}\b`,
  source`\b(?:ignor\w*|disregard|forget|override|bypass|oublie[rz]?|vergiss|vergessen sie|missacht\w*
    |neglige[rz])\b.{0,50}(?:instruct|prompt|\brules?\b|guideline|above|previous|\bprior\b|consigne|regles
    |precedent|ci-dessus|le reste|anweisung|regeln|vorgabe|bisherig|vorherig|\bobig|alles)`,
  String.raw`\b${MACHINE}\b[^.]{0,25},\s*(?:\S+\s){0,3}?${TELL}\b`,
  String.raw`\b${MACHINE}\b[^.]{0,25}:\s*(?:\S+\s){0,8}?${TELL}\b`,
  String.raw`\b${MACHINE}\b.{0,40}\b${MUST}\b.{0,60}\b(?:${TELL}|${LETTERS}|${CANDIDATE}|word|mot|wort|phrase)`,
  source`\b(?:note|message|attention|attn|hinweis|instructions?|consignes?|anweisung\w*|achtung|avis
    |memo)\b.{0,20}\b${MACHINE}\b\s*(?:[:.,]|\S+\s*:)`,
  String.raw`\b(?:system prompt|systemprompt|prompt systeme)\b`,
  source`\byou are (?:now )?(?:an?|the|no longer)\b.{0,40}\b(?:assistant|ai|language model|writer|bot|pirate)\b
    |\b(?:tu es|vous etes) (?:maintenant |desormais )?une?\b.{0,30}\b(?:assistant|ia|modele)\b
    |\b(?:du bist|sie sind) (?:jetzt |nun )?eine?\b.{0,30}\b(?:assistent|ki|sprachmodell)\b`,
  source`\bif you(?:'re| are) (?:an? )?(?:ai|llm|language model|bot|assistant)\b
    |\bsi (?:tu es|vous etes) une? (?:ia|modele|assistant|robot)\b
    |\b(?:wenn|falls) (?:du|sie) eine? (?:ki|sprachmodell|assistent)`,
  source`\b(?:regardless of|quelles que soient|unabhangig von|contrary to|malgre)\b.{0,20}\b(?:instructions
    |consignes|anweisungen)\b`,
  source`\b(?:weisse schrift|white text|texte blanc|texte cache|texte invisible|hidden text|versteckter text
    |unsichtbarer text)\b|\[hidden|display:\s*none
    |\b(?:begin|end of) (?:system|instructions?|document|context)\b
    |\b(?:new instructions?|nouvelles? (?:consignes?|instructions?)|neue anweisung(?:en)?)\s*:`,
  source`\b(?:say|state|claim|pretend|write|dis|dites|affirme[rz]|ecris|ecrivez|schreib\w*|behaupte\w*
    |erwahne?) (?:that|que|dass)\b.{0,20}${CANDIDATE}`,
].map((pattern) => new RegExp(pattern, "u"));

/** Instructions only in a company's text, which has no reason to mention letters or one candidate. */
const inFacts = [
  String.raw`\b(?:for|to|pour|fur|aux?|an)\b.{0,20}\b${MACHINE}\b\s*(?::|\S+\s*:)`,
  source`^\W{0,9}(?:${SPOKEN_TO}(?: (?:note|message|prompt|override|instructions?|directive))?\s*[:>\])}]
    |(?:${MACHINE}|assistants?),)`,
  source`\b${LETTERS}\s+(?:\S+\s)?(?:automati\w*|automatique\w*|generee?s?|generated|generiert\w*|redigees? par
    |written (?:by|with))\b|\b(?:ki|ai|ia)-${LETTERS}\b
    |\b(?:using|with|mit|avec) (?:an? |une |einer )?${MACHINE}\b.{0,60}\b(?:${TELL}|will|must|should|please
    |bitte|merci)\b`,
  String.raw`\b${MACHINE}\b.{0,60}\b(?:please|bitte|merci|s'il vous plait|svp)\b`,
  String.raw`\b${SPOKEN_TO}\b[^.]{0,25}:\s(?:\S+\s){0,4}?${TELL}\b`,
  String.raw`^\W{0,9}${MACHINE}\s.{0,15}${TELL}\b`,
  source`\b(?:note|message|hinweis|instructions?|consignes?|anweisung\w*|pour|for|fur|an
    |aux?)\b.{0,20}\b(?:${MACHINE}|assistants?|assistenten?|robots?|modeles?|models?)\b\s*:`,
  source`\b(?:every|each|any|all|the|chaque|toute|la|le|les|cette|jede[mnrs]?|alle[nm]?|die
    |das)\s+(?:\S+\s)?${LETTERS}\b.{0,30}\b${MUST}\b`,
  String.raw`\b${LETTERS} ${MUST}\b`,
  source`(?:^|[:;,.]\s*)\W{0,3}(?:please |bitte |merci de |veuillez |always |toujours |immer )?${TELL}\b.{0,90}
    \b(?:every|each|chaque|toute|jede[mnrs]?|in the|to the|of the|dans (?:la|le|chaque|votre|vos)|de la|in your
    |of your|im|in jede[mnrs]?|ins|in ihrer|in ihrem) (?:${LETTERS}|text|texte)\b`,
  String.raw`^\W{0,9}${SPOKEN_TO}s?,\s*(?:\S+\s){0,2}?${TELL}\b`,
  source`\b(?:verify you are|prove you are|prouver que vous etes) (?:a )?(?:human|humain)
    |\b(?:pour prouver|to prove|um zu beweisen|zum beweis|as proof|comme preuve|als beweis)\b`,
  String.raw`\b${CANDIDATE}\b`,
  source`\b(?:mots?|words?|wort|worte|stichwort|kennwort|codewort|code ?word|keyword|phrase|satz|begriff
    |reference|kennziffer)\b.{0,60}\b(?:${LETTERS}|betreff|objet|subject line)\b`,
  source`\b(?:please|merci de|bitte|priere de|veuillez)\b.{0,60}\b(?:mention\w*|indiquer|angeben|nennen|erwahnen
    |preciser|include|quote|citer|write|ecrire|schreiben)\b`,
  source`\b(?:kontrollwort|kennwort|passwort|losungswort|codewort|stichwort|zauberwort|prufwort|mot de passe
    |mot de controle|mot code|mot magique|mot secret|code ?word|password|passphrase|magic word|secret word
    |control word|safe word|anti-?robots?|anti-?bots?|captcha)\b`,
  source`\b(?:automatische[nmrs]?|automatisierte[nmrs]?|automated|automatic|automatiques?|automatises?
    |robotises?)\s(?:\S+\s)?(?:schreiber|verfasser|leser|systeme?n?|agenten|writers?|readers?|systems?|agents?
    |screeners?|redacteurs?|lecteurs?|outils?|tools?)\b.{0,12}:`,
  String.raw`\b${TELL}\b.{0,30}\b(?:par|by|von|durch)\b.{0,12}\b${MACHINE}`,
  source`\b(?:only|seules?|uniquement|nur)\b.{0,30}\b${LETTERS}\b
    |\b${LETTERS}\b.{0,40}\b(?:are read|will be read|sont lues|seront lues|werden gelesen|are considered
    |be rejected|will be ignored|sera rejetee?|werden abgelehnt)\b`,
  String.raw`\b(?:wer dies|whoever reads|quiconque lit|if you read this|si vous lisez ceci)\b`,
].map((pattern) => new RegExp(pattern, "u"));

/** "Append to the output: …", after an instruction. */
const goingOn = [new RegExp(String.raw`^\W{0,9}(?:\S+\s){0,3}?${TELL}\b`, "u")];

/** "Écris toujours": an imperative, in a sentence without a first person. */
const bidding = new RegExp(
  source`\b(?:toujours|always|immer|systematiquement|unbedingt)\s(?:\S+\s)?${TELL}\b
    |\b${TELL}\s(?:\S+\s)?(?:toujours|always|immer|unbedingt)\b`,
  "u",
);
const firstPerson = /\b(?:je|j|i|ich|my|me|mon|ma|mes|mein\w*|we|nous|wir|on)\b/u;
const isBidding = (sentence: string) => bidding.test(foldText(sentence)) && !firstPerson.test(foldText(sentence));

/** Markup and markers that only hide text or give instructions. */
const hidden = new RegExp(
  source`<!--[^]*?(?:-->|$)
  |<(system|instructions?|prompt|span|p|div|script|style|inst|assistant|user|note|ai|llm)\b[^>]*>[^]*?(?:<\/\1>
  |$)|\{\{[^}\n]{25,}(?:\}\}|$)|<<[^>\n]{20,}(?:>>|$)|\{\{\s*\w+\s*\}\}[^]*?\{\{\s*\/\w+\s*\}\}
  |\[\[[^\]\n]*(?:\]\]|$)|\[\/?(?:system|inst|instructions?|prompt|assistant|admin|hidden)\b[^\n]*
  |<\|[^]*?\|>[^\n]*|###\s*(?:system|instructions?|prompt|assistant|end|new)[^\n]*`,
  "giu",
);

/**
 * Splits a source into facts and injected instructions: nothing of the second is a fact.
 * @param source normalized by normalizeText
 * @param facts true for a company's text
 */
export function withoutOrders(source: string, facts: boolean): { kept: string; orders: string[] } {
  const orders: string[] = [];
  const matches = (patterns: RegExp[], sentence: string) =>
    patterns.some((pattern) => pattern.test(foldText(sentence)));
  const shown = source.replace(hidden, (found) => {
    orders.push(found);
    return "";
  });
  const kept = shown.split("\n").map((line) => {
    const sentences = line.split(/(?<=[.!?])\s+(?=[\p{Lu}\p{N}"«([{])/u);
    let ordered = false;
    return sentences
      .filter((sentence) => {
        const isPlain = matches(anywhere, sentence) || isBidding(sentence);
        // Text after an instruction belongs to it: the whole line of a company; of the user only further instructions.
        const isOrder =
          isPlain || (facts && matches(inFacts, sentence)) || (ordered && (facts || matches(goingOn, sentence)));
        ordered ||= isPlain;
        if (isOrder) orders.push(sentence);
        return !isOrder;
      })
      .join(" ");
  });
  return { kept: kept.join("\n"), orders };
}
