import type { BlockingCode, Finding } from "../findings.ts";
import type { CheckInput } from "../input.ts";
import type { CheckSources } from "../parse-sources.ts";
import { source } from "../patterns.ts";
import { splitSentences } from "./check-harmful-requests.ts";

// Data protected by article 9 of the GDPR. Patterns match one folded sentence: lower case, no accents.

const I_AM_EN = source`\b(?:i am|i'm|i was|as)(?: an?)?(?: (?:currently|still|now|also|\w+ly|registered|active
  |proud))?`;
const I_AM_DE = source`\b(?:ich bin|ich war|bin ich|war ich|als)(?: (?!fur|mit|vom|zum|dem|der|den|bei|im|nicht
  |nie|selten)\S+){0,3}?`;
const MY_DE = String.raw`\bmeine?[nmrs]?(?: [^\s.]+)?`;
const ILL_EN = source`(?:disabilit(?:y|ies)|cancer|diabetes|epilepsy|depression|burn-?out|illness|disease
  |(?:health|medical|heart|mental health) condition|adhd|autism|dyslexia|(?:back|knee|heart|hip) (?:surgery
  |operation|injury)|stroke|heart attack|asthma|hiv)(?! (?:awareness|training|support|care|nursing|services?
  |experience|studies|research|management|units?|wards?|nurses?|teams?|knowledge|patients?))`;
const ILL_DE = source`(?:krebs|diabetes|epilepsie|depression(?:en)?|burn-?out|(?<!habe |hatte |ich )
  (?:behinderung|erkrankung|krankheit)|schwerbehinderung|schwerbehindertenausweis|krebserkrankung
  |bandscheibenvorfall|herzinfarkt|schlaganfall|adhs|autismus|gdb)(?!-)`;
const UNION_FR = source`(?:syndicats?(?! (?:mixte|intercommunal|des eaux|d'initiative|de copro\w*))|syndicale?
  |cgt|cfdt|cftc|unsa|force ouvriere|comite d'entreprise|cse|comite social)`;
const PARTY = source`(?:parti(?: (?:politique|socialiste|communiste))?|rassemblement national
  |la france insoumise|lfi|les republicains|eelv|political party|labour party|conservative party|green party
  |republican party|democratic party|partei|spd|cdu|csu|afd|fdp|grunen|linken)`;

interface Topic {
  /** Claims of the letter about the candidate. */
  claims: RegExp;
  /** The notes of a CV that support the claim. */
  papers: RegExp;
}
const topic = (papers: RegExp, ...claims: string[]): Topic => ({ claims: new RegExp(claims.join("|"), "u"), papers });

const topics: Topic[] = [
  // Health and disability.
  topic(
    new RegExp(
      source`\b(?:rqth|travailleu\w+ handicape\w*|reconnaissance [^.\n]{0,40}handicape\w*|aah
      |schwerbehind\w*|gdb|grad der behinderung|registered disabled|disabled person|wheelchair user)\b`,
      "u",
    ),
    source`\bje (?:souffre (?:d'|de(?! voir)|du)|suis (?:\S+ )?(?:atteinte?|gravement malade|malade|en remission
      |guerie? d|epileptique|diabetique|seropositi\w+|asthmatique|bipolaire|autiste|dyslexique|sourde?\b
      |malentendante?|malvoyante?|aveugle|handicapee?|invalide|en situation de handicap
      |travailleu\w+ handicapee?|reconnue? (?:travailleu\w+ handicapee?|handicapee?)))`,
    source`\bje (?:me (?:remets|soigne) (?:\S+ )?d(?:'|e |u )|me releve (?:d'une |de (?:ma|mon|cette) )
      |vis avec (?:une?|le|mon|ma) (?:handicap|maladie|cancer|diabete|epilepsie|sclerose|depression)
      |sors d'une? (?:operation|depression|burn|hospitalisation|cure|longue maladie|arret))`,
    source`\bj'ai (?:ete (?:operee?|hospitalisee?|malade)|subi (?:une |un )?(?:\S+ )?(?:operation|intervention
      |greffe)|(?:fait|eu|vaincu|surmonte) (?:une?|le|mon) (?:cancer|burn-?out|infarctus|avc|depression)
      |(?:un|une|le) (?:\S+ )?(?:handicap|cancer|maladie|diabete|epilepsie|sclerose|depression|tdah|hernie
      |pacemaker))\b`,
    source`\b(?:mon|ma) (?:etat de sante|handicap|maladie|cancer|diabete|epilepsie|depression
      |operation (?:du|de la|au|chirurgicale)|burn-?out|arret maladie|traitement medical|dyslexie|asthme|tdah
      |rqth|reconnaissance (?:\S+ ){0,3}handicapee?)\b|\bmes problemes de (?:sante|dos|coeur)\b
      |\btitulaire (?:d'une |de la |de l')?(?:rqth|aah|carte d'invalidite)\b
      |^(?:apres|suite a) une? (?:long |longue |grave )?(?:cancer|burn-?out|depression|maladie|operation
      |arret maladie)\b[^.]{0,40}, j`,
    source`\bi(?:'m| am| was)? (?:suffer(?:ing)? from|(?:currently |still |slowly )?recovering from
      |in remission)\b
      |${I_AM_EN} (?:hiv|diabetic|epileptic|autistic|bipolar|deaf|blind(?! to)|disabled|dyslexic|hard of hearing
      |visually impaired|chronically ill|seriously ill|a wheelchair user|wheelchair user|cancer survivor)\b`,
    source`\bi(?:'ve)?(?: \w+ly| just| also)? (?:have|had|live with|am living with|survived|beat
      |was diagnosed with|underwent)(?: an?| my)?(?: (?:chronic|serious|slight|mild|severe|registered|hidden
      |recent|long-term|mental|physical))? ${ILL_EN}\b
      |\bmy (?:disability|illness|cancer|depression|diabetes|epilepsy|adhd|autism|dyslexia|chemo\w*
      |(?:back|knee|heart|hip) (?:surgery|operation)|(?:health|medical) (?:condition|problems?|issues?)
      |sick leave|burn-?out)\b`,
    source`\bich (?:leide|litt)(?! (?:nicht|nie))[^.]{0,30}\b(?:an|unter)\b
      |${I_AM_DE} (?:schwerbehindert|behindert|krank|erkrankt|gehorlos|schwerhorig|blind|sehbehindert|autistisch
      |autistin?|epileptiker(?:in)?|diabetiker(?:in)?|depressiv|hiv-positiv|krankgeschrieben|operiert)\b
      |\bich erhole mich (?:\S+ ){0,2}?von\b`,
    source`\b(?:ich (?:habe|hatte)|(?:habe|hatte) ich)(?: (?:eine?[nmrs]?|auch|selbst|derzeit|anerkannte
      |chronische|schwere|leichte|seit \S+)){0,3} ${ILL_DE}\b|${MY_DE} ${ILL_DE}\b|\bmein gesundheitszustand\b`,
  ),
  // Pregnancy and birth.
  topic(
    /\b(?:conge (?:de )?maternite|maternity leave|mutterschutz|elternzeit)\b/u,
    source`\bje suis (?:\S+ )?enceinte\b|\bj'attends (?:un|mon|notre) (?:\S+ )?(?:enfant|bebe)\b
      |\bma grossesse\b|\bmon (?:futur )?conge (?:de )?maternite\b|\benceinte de (?:\S+ )(?:mois|semaines)\b`,
    source`\bi(?:'m| am) (?:\w+ )?(?:pregnant|expecting (?:a (?:baby|child)|my|our))\b
      |\bmy (?:pregnancy|due date|maternity leave)\b|\bich bin (?:\S+ ){0,4}?schwanger\b
      |${MY_DE} schwangerschaft\b|\bmeinem mutterschutz\b|\bich erwarte (?:\S+ )?(?:kind|baby|nachwuchs)\b`,
  ),
  // Unions and works councils.
  topic(
    new RegExp(
      source`\b(?:cse|comite d'entreprise|syndical\w*|deleguee? du personnel|union rep\w*|shop steward
      |works council\w*|betriebsrat\w*|personalrat\w*|gewerkschaft\w*)\b`,
      "u",
    ),
    source`\bje suis (?:\S+ )?syndiquee?\b
      |\b(?:membre|adherente?|militante?|deleguee?|elue?|representante?) (?:\S+ ){0,2}?${UNION_FR}\b
      |\b(?:ma carte|mon mandat) (?:syndicale?|(?:a|de) la (?:cgt|cfdt))\b`,
    source`\b(?:member|representative|rep|delegate|activist) (?:of|in|for) (?:a|my
      |the (?:\S+ )?(?:trade|labou?r)) (?:\S+ )?union\b
      |${I_AM_EN} (?:trade unionist|(?:trade )?union (?:member|rep\w*|delegate)|shop steward|works council\w*)\b
      |\bmy (?:trade )?union (?:card|membership)\b|\b(?:member|chair\w*) of (?:the|our|my) works council\b`,
    source`\bgewerkschaft(?:smitglied|lich (?:aktiv|engagiert|organisiert))\b
      |\bmitglied (?:\S+ ){0,2}?(?:gewerkschaft|ig metall|ver\.?di)
      |${I_AM_DE} (?:betriebsrat\w*|personalrat\w*|gewerkschafter\w*)\b
      |\b(?:mitglied|vorsitz\w*) (?:des|im) betriebsrat\w*`,
  ),
  // Politics.
  topic(
    new RegExp(
      source`\b(?:parti (?:politique|socialiste|communiste)|conseill\w+ municipal\w*|elue? municipal\w*
      |political party|labour party|conservative party|parteimitglied|gemeinderat\w*|stadtrat\w*)\b`,
      "u",
    ),
    source`\b(?:membre|adherente?|militante?|sympathisante?) (?:\S+ ){0,2}?${PARTY}\b
      |\b(?:ma|la) carte (?:d'un|du|de mon|au) parti\b|\bje vote (?:pour|a)\b|\bje milite (?:\S+ ){0,3}?parti\b`,
    source`\b(?:member|activist|supporter) (?:\S+ ){0,3}?(?:${PARTY}|liberal democrats|reform uk)\b
      |\bi vote (?:for )?(?:labour|conservative|green|republican|democrat\w*|reform)\b
      |\bmy party (?:membership|card)\b`,
    source`\bparteimitglied\b|\bmein parteibuch\b
      |\bich wahle (?:die |den )?(?:spd|cdu|csu|afd|fdp|grunen?|linke)\b|\bmitglied (?:\S+ ){0,2}?(?:${PARTY})\b`,
  ),
  // Religion and sexual orientation.
  topic(
    new RegExp(
      source`\b(?:catholique|musulmane?|juive?|juif|chretien\w*|konfession|evangelisch|katholisch
      |rom\.-kath|catholic|muslim|jewish|religion)\b`,
      "u",
    ),
    source`\bje suis (?:\S+ )?(?:catholique|musulmane?|juif|juive|chretien(?:ne)?|protestante?|bouddhiste|athee
      |croyante?)\b|\bma (?:religion|foi (?:catholique|chretienne|musulmane|juive))\b
      |${I_AM_EN} (?:catholic|muslim|jewish|protestant|buddhist|hindu|atheist)\b|\bmy (?:religion|faith)\b
      |${I_AM_DE} (?:katholisch|evangelisch|muslimin?|judisch|buddhistin?|atheistin?|glaubige[rs]?)\b
      |${MY_DE} (?:religion|konfession)\b`,
  ),
  topic(
    /\b(?:lgbt\w*|queer|gay|homosexu\w*)\b/u,
    source`\bje suis (?:\S+ )?(?:gay|homosexuel(?:le)?|lesbienne|bisexuel(?:le)?|transgenre)\b
      |${I_AM_EN} (?:gay|lesbian|bisexual|transgender|homosexual)\b
      |${I_AM_DE} (?:schwul|lesbisch|bisexuell|homosexuell|transsexuell)\b`,
  ),
];

/** Finds health, pregnancy, membership, belief or orientation of the candidate that is not in their own texts. */
export function privateFindings(
  { subject, text }: CheckInput,
  { own, template }: CheckSources,
): Finding<BlockingCode>[] {
  const papers = splitSentences(own.text);
  const letter = splitSentences(`${subject}\n${text}`);
  return topics.flatMap(({ claims, papers: entry }): Finding<BlockingCode>[] => {
    const detail = letter.map((sentence) => claims.exec(sentence)?.[0].trim()).find((match) => match !== undefined);
    if (detail === undefined || papers.some((sentence) => claims.test(sentence) || entry.test(sentence))) return [];
    // "Après un cancer, …" in the template supports "mon cancer".
    const word = detail.split(/[\s,]+/u).findLast((each) => each.length >= 5) ?? "";
    return template.words.has(word) ? [] : [{ code: "private_claim", detail }];
  });
}
