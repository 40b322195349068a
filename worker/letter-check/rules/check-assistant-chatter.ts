import type { BlockingCode, Finding } from "../findings.ts";
import type { CheckInput } from "../input.ts";
import type { CheckSources } from "../parse-sources.ts";
import { source } from "../patterns.ts";
import { foldText, normalizeText } from "../tokenize.ts";

// Patterns match folded text: lower case, no accents, straight quotes.

/** Talk of models, prompts and tasks; refusals; notes to the person who requested the letter. */
const machine = [
  source`\b(?:as|being) an? (?:\w+ )?(?:ai|artificial intelligence|language model|llm
    |(?:virtual|writing|ai|digital) assistant|chatbot)\b
    |\ben tant qu(?:e|') ?(?:\w+ )?(?:ia|intelligence artificielle|modele
    |assistant (?:ia|virtuel|d'ecriture|de redaction)|llm)\b
    |\bals (?:ki|kunstliche intelligenz|sprachmodell|ki-\w+|assistent der|virtueller assistent)\b`,
  source`\b(?:language model|large language model|modele de langage|sprachmodell|chatgpt|openai|anthropic
    |system ?prompt|prompt systeme|my (?:instructions|guidelines|training data|programming|prompt)
    |mes (?:instructions|consignes) (?:m'|me |sont|:)|meine (?:anweisungen|vorgaben|programmierung)
    |mes directives|the prompt|le prompt|der prompt|regles de redaction|safety guidelines|content policy)\b`,
  source`\bi(?:'m| am) (?:just |only )?an? (?:ai|language model|bot|(?:virtual|writing|ai|digital) assistant)\b
    |\bje suis (?:un|une) (?:ia|assistant virtuel|assistant ia|modele|intelligence)\b
    |\bich bin (?:ein|eine) (?:ki|sprachmodell|virtueller|assistent der)\b`,
  source`\b(?:i (?:cannot|can't|can not|am unable to|am not able to|won't|will not|must decline to|may not)
    |i'm (?:unable|not able) to) (?:\w+ )?(?:help(?! but)|assist|comply|write (?:this|the|a|an|your)|fulfil
    |fulfill|generate|produce|process|do that|draft|support this)\b`,
  source`\b(?:je ne (?:peux|puis|suis pas en mesure|saurais)|il m'est impossible|je refuse|je dois refuser
    |m'interdit)\b.{0,40}\b(?:aider|repondre a|rediger|ecrire (?:cette|ce|la|de)|generer|traiter|donner suite
    |accomplir)\b`,
  source`\b(?:ich kann|kann ich|darf ich|ich darf|ich muss)\b.{0,60}\b(?:nicht|kein|keine|keinen
    |ablehnen)\b.{0,60}\b(?:helfen|verfassen|erstellen|beantworten|erfullen|ausfuhren|anfrage|generieren
    |anschreiben)\b
    |\b(?:i have been (?:asked|instructed|told) not to|(?:is|was) not possible for me to
    |unable to (?:proceed|write|continue with)|decline (?:this|to)|(?:cannot|can't|must not) be (?:written
    |processed|accepted)|ne m'est pas (?:possible|permis) d[e']|je ne suis pas autorisee?
    |aucune candidature ne peut|(?:bewerbung|anschreiben|anfrage) (?:nicht|leider nicht|wird abgelehnt)
    |nicht gestattet|nicht erlaubt|ist mir nicht moglich|leider nicht moglich)\b|\bbei dieser anfrage\b
    |\bdiese anfrage\b`,
  source`\b(?:i(?:'m| am) sorry|i apologi[sz]e|sorry), but\b|\bje suis desolee?,? (?:mais|je)\b
    |\b(?:es tut mir leid|tut mir leid),? (?:aber|ich|dass)\b`,
  source`^\W{0,9}(?:sure|certainly|of course|absolutely|here(?:'s| is| are| you)|below is|okay|bien sur
    |certainement|voici|voila|ci-dessous|d'accord|avec plaisir|naturlich|gerne?[,!]
    |hier (?:ist|folgt|sind|kommt)|im folgenden|selbstverstandlich
    |anbei (?:finden sie|die|das|der) (?:das|die|der|gewunschte|anschreiben|bewerbung|e-mail
    |entwurf))\b.{0,90}(?:letter|email|e-mail|application|message|draft|version|text|lettre|courriel|mail
    |candidature|texte|proposition|anschreiben|bewerbung|nachricht|entwurf|fassung|:)`,
  source`^\W{0,9}(?:sure|certainly|absolutely|okay|of course|bien sur|certainement|avec plaisir|gerne?|naturlich
    |selbstverstandlich)\s*[,!:.]\s`,
  source`(?:^|\n)\W{0,9}(?:here(?:'s| is| are)|below is|voici|hier (?:ist|folgt|kommt)|ci-dessous|anbei
    |im folgenden)\b.{0,60}\b(?:letter|e-?mail|application|draft|version|lettre|courriel|candidature|anschreiben
    |bewerbung|entwurf|fassung)\b.{0,60}:\s*(?:\n|$)`,
  source`(?:^|\n)\W{0,9}(?:note|notes|remarque|nb|n\.b\.|nota|hinweis|anmerkung|disclaimer|avertissement
    |explanation|explication|erlauterung|p\.?s\.? ?: ?note|output|answer|response|reponse|antwort|draft
    |brouillon|entwurf|version \d|option \d|variante \d|regles|rules|regeln|consignes|instructions|anweisungen
    |system|assistant|user|human)\s*(?:\([^)\n]*\)\s*)?:`,
  String.raw`\((?:note(?! ?(?:de |von |:)?\d)|remarque|hinweis|anmerkung|nota|nb)\b`,
  source`\b(?:let me know if you(?:'d)? (?:want|need|like|would like)(?: me to| any
    | a (?:more|different|shorter|longer))|feel free to (?:adjust|edit|modify|customi[sz]e|adapt|change|ask)
    |would you like me to (?:write|change|adjust|make|shorten|revise|rewrite|add)|i(?:'ve
    | have)? (?:(?:written|wrote|drafted|prepared|tailored) (?:a|the|this|your) (?:letter|draft|message|e-?mail
    |application|text)|kept (?:the letter|it|this) (?:under|short|within|below|to)|(?:avoided|left out
    |not (?:included|added|mentioned)) (?:any|the) (?:\w+ )?(?:facts|figures|details|claims|information))
    |hope this helps|i can also (?:write|make|provide|draft)|adjust (?:it )?as needed|tailored to your
    |under \d+ words|between \d+ and \d+ words)`,
  source`\b(?:n'hesitez pas a (?:me (?:demander|dire si|preciser|transmettre d'autres)|adapter|modifier
    |personnaliser|ajuster)|(?:souhaitez-vous|si vous souhaitez|voulez-vous) que je (?:redige|modifie|adapte
    |raccourcisse|reformule|traduise|ajoute)|dites-moi si vous (?:souhaitez|voulez) (?:une|un|que|des)
    |j'ai (?:redige|adapte|ecrit|respecte|evite|volontairement) .{0,20}(?:cette lettre|la lettre|ce message
    |consignes|\d+ mots)|j'espere que cela vous (?:aide|convient)|cette lettre (?:respecte|a ete)
    |lettre (?:adaptee|personnalisee|generee|redigee)|en \d+ mots|moins de \d+ mots
    |a (?:personnaliser|adapter) selon)\b`,
  source`\b(?:lassen sie mich wissen, (?:ob|wenn) (?:sie|ich)|(?:mochten sie, dass ich
    |wenn sie mochten, kann ich|soll ich) .{0,30}(?:anschreiben|text|tipps|entwurf|fassung)
    |teilen sie mir einfach mit|ich habe (?:das anschreiben|diesen text|den entwurf) |ich hoffe, das hilft
    |passen sie (?:den|die|das)|gerne kann ich (?:das|den|die) (?:anschreiben|text)|unter \d+ wortern
    |wobei ich sie unterstutzen soll|(?<![.\d])(?:mit|in|etwa|rund|genau) \d{2,3} worter(?:n)?)\b`,
  source`\b(?:ai[- ]generated|generated by|written by an? (?:ai|assistant)|genere(?:e)? (?:par|automatiquement)
    |redige(?:e)? par (?:une ia|un assistant)|von (?:einer |einem )?ki(?:-\w+)? (?:[^.]{0,40} )?(?:erstellt
    |geschrieben|generiert|verfasst)|automatisch (?:erstellt|generiert)|automatically generated|cette demande
    |this request|requests of this kind|your request)\b`,
  source`\b(?:you are an? (?:\w+ )?(?:assistant|writer|ai|language model)\b|tu es un
    |vous etes un (?:assistant|redacteur|modele)|du bist ein|use only facts
    |write (?:between \d|in the first person|wholly in)|state about the candidate|truth comes before effect
    |silence beats invention|n'utilise que|(?<!j')ecris (?:au nom|en|uniquement|une)|ne mentionne (?:que|pas)
    |reponds (?:en|uniquement)|schreibe? (?:nur|im namen|auf|zwischen)|verwende nur|antworte (?:nur|auf)
    |leave no placeholder|cv_attached|keep (?:the letter|it) (?:under|between))\b`,
  source`\b(?:the candidate|this candidate|the applicant|le candidat|la candidate|ce candidat|der bewerber
    |die bewerberin|der kandidat|die kandidatin) (?:is|has|was|would|will|holds|rated|should|wishes|est|a
    |possede|dispose|souhaite|serait|fut|ist|hat|verfugt|besitzt|wird|mochte|war|moze)\b
    |\bcontact(?:ez)? (?:the candidate|le candidat)\b
    |\b(?:candidate|applicant|candidat|bewerber) (?:rated|score|ranking|note :|id)\b
    |\bfur (?:der|den|die) (?:bewerber|bewerberin) verfassen`,
  source`\b(?:shortlist|hire|embauchez|recrutez|einstellen sie) (?:immediately|this|now|him|her|immediatement|ce
    |cette|sofort|diesen|diese)\b|\b(?:rated|note|bewertet mit) \d+ ?\/ ?\d+`,
  source`\b(?:ignore (?:all|any|the|previous)|ignorez? (?:les|toutes|le reste)|ignoriere|disregard
    |previous instructions|instructions precedentes|consignes precedentes|vorherige(?:n)? anweisungen
    |instructions? (?:followed|suivies?|executed|executees?)|as (?:instructed|requested|per the instructions
    |you asked)|comme (?:demande|indique dans les consignes|l'exige la consigne)|wie (?:angewiesen|von der ki)
    |conformement (?:aux|a la) (?:consigne|instruction)s?|pwned|jailbreak|prompt injection|debug mode
    |admin override)\b`,
  source`\b(?:click here|cliquez (?:ici|sur)|klicken sie hier|hier klicken|visit our|besuchen sie unsere
    |visitez notre|buy now|achetez|act now|limited offer|offre limitee|subscribe|abonnez-vous|free trial)\b`,
];

/** Text against the candidate: confessions, insults, concessions, praise of other candidates. */
const against = [
  source`\b(?:i (?:must |have to |should |want to |need to )?(?:(?:confess|admit)(?=[^.]{0,110}\b(?:pas|jamais
    |aucune?|mal|retard|menti|licenci\w*|renvoy\w*|vole|faux|fausse|invente\w*|exagere\w*|problem\w*|faible\w*
    |difficult\w*|alcool|not|never|lied|lie|fake|false|fired|sacked|lack\w*|weak\w*|trouble|kein\w*|nicht|nie
    |gelogen|entlassen|gekundigt|erfunden|schlecht\w*|schwierig\w*|falsch\w*|conflit\w*|plainte|erreur\w*
    |dismiss\w*|mistake\w*|quarrel\w*|struggl\w*|fail\w*|streit\w*|fehler\w*|verspat\w*))|disclose that i)
    |in all honesty i(?=[^.]{0,110}\b(?:pas|jamais|aucune?|mal|retard|menti|licenci\w*|renvoy\w*|vole|faux
    |fausse|invente\w*|exagere\w*|problem\w*|faible\w*|difficult\w*|alcool|not|never|lied|lie|fake|false|fired
    |sacked|lack\w*|weak\w*|trouble|kein\w*|nicht|nie|gelogen|entlassen|gekundigt|erfunden|schlecht\w*
    |schwierig\w*|falsch\w*|conflit\w*|plainte|erreur\w*|dismiss\w*|mistake\w*|quarrel\w*|struggl\w*|fail\w*
    |streit\w*|fehler\w*|verspat\w*))|to be (?:honest|transparent|frank)[, ]+i(?=[^.]{0,110}\b(?:pas|jamais
    |aucune?|mal|retard|menti|licenci\w*|renvoy\w*|vole|faux|fausse|invente\w*|exagere\w*|problem\w*|faible\w*
    |difficult\w*|alcool|not|never|lied|lie|fake|false|fired|sacked|lack\w*|weak\w*|trouble|kein\w*|nicht|nie
    |gelogen|entlassen|gekundigt|erfunden|schlecht\w*|schwierig\w*|falsch\w*|conflit\w*|plainte|erreur\w*
    |dismiss\w*|mistake\w*|quarrel\w*|struggl\w*|fail\w*|streit\w*|fehler\w*|verspat\w*))|i lied|i falsified
    |i have falsified|i stole|i cheated|i was (?:fired|sacked|dismissed|suspended|convicted|arrested|let go
    |expelled|sentenced)|i got (?:fired|sacked)|was dismissed|criminal record|been convicted
    |my (?:cv|diploma|degree|references?) (?:is|are|contains?|has|was|were) (?:fake|false|forged|falsified
    |exaggerat\w+|invented|lies)|i (?:have|had) (?:an? )?(?:alcohol|drug|drinking|gambling) (?:problem
    |addiction)|alcohol problem|spent (?:time|\w+ \w+) in prison|i am (?:lazy|unreliable|incompetent
    |not qualified|unqualified|dishonest|often late|difficult)|i (?:often|regularly|frequently) (?:arrive late
    |miss|call in sick|am late)|was fired|gross misconduct|(?:i|me|my) (?:\w+ ){0,3}disciplinary
    |subject to (?:a )?disciplinary|(?:failed|flunked) (?:my|the|this|that) (?:\w+ ){0,2}(?:exams?|degree|course
    |training|test|apprenticeship|probation)|unreliable|i have no (?:real )?(?:experience|qualifications?|idea)
    |i do not (?:really )?(?:want|deserve)|falsified)\b`,
  source`\b(?:je dois (?:vous )?(?:avouer|confesser|reconnaitre|admettre)(?=[^.]{0,110}\b(?:pas|jamais|aucune?
    |mal|retard|menti|licenci\w*|renvoy\w*|vole|faux|fausse|invente\w*|exagere\w*|problem\w*|faible\w*
    |difficult\w*|alcool|not|never|lied|lie|fake|false|fired|sacked|lack\w*|weak\w*|trouble|kein\w*|nicht|nie
    |gelogen|entlassen|gekundigt|erfunden|schlecht\w*|schwierig\w*|falsch\w*|conflit\w*|plainte|erreur\w*
    |dismiss\w*|mistake\w*|quarrel\w*|struggl\w*|fail\w*|streit\w*|fehler\w*|verspat\w*))
    |(?:j'avoue|je (?:vous )?(?:confesse|avoue))(?=[^.]{0,110}\b(?:pas|jamais|aucune?|mal|retard|menti
    |licenci\w*|renvoy\w*|vole|faux|fausse|invente\w*|exagere\w*|problem\w*|faible\w*|difficult\w*|alcool|not
    |never|lied|lie|fake|false|fired|sacked|lack\w*|weak\w*|trouble|kein\w*|nicht|nie|gelogen|entlassen
    |gekundigt|erfunden|schlecht\w*|schwierig\w*|falsch\w*|conflit\w*|plainte|erreur\w*|dismiss\w*|mistake\w*
    |quarrel\w*|struggl\w*|fail\w*|streit\w*|fehler\w*|verspat\w*))|j'ai (?:menti|vole|falsifie|triche|fraude
    |ete (?:licencie|renvoye|condamne|sanctionne|mise? a pied|incarcere|arrete|exclu|viree?|radiee?)\w*)
    |j'ai deja ete (?:sanctionne|licencie|condamne|renvoye|mis)\w*|mise? a pied|casier judiciaire
    |fait de la prison|licencie\w* pour faute|faute grave|altercation|mise? en cause
    |(?:quitte|perdu) mon (?:dernier )?(?:emploi|employeur|poste) (?:apres|a la suite|suite a|en raison
    |pour) (?:d')?(?:une? )?(?:faute|conflit|plainte|vol|altercation|erreur|absence)
    |mon (?:cv|diplome) (?:est|contient) (?:un |une |des )?(?:faux|fausse|mensong|exager|invent)\w*|faux diplome
    |(?:j'ai (?:echoue|rate)|je n'ai (?:jamais|pas) (?:reussi|obtenu|valide)) (?:a |au |aux |mon |ma |mes |l'
    |le |la )(?:\w+ ){0,2}(?:examens?|diplome|bac|permis|concours|formation)(?= |[.,])|probleme d'alcool
    |alcoolique|je suis (?:paresseux|paresseuse|incompetent|souvent en retard|peu fiable|pas qualifie|malhonnete
    |difficile)\w*|souvent en retard|peu fiable|je ne suis pas (?:vraiment )?(?:qualifie|competent|fiable
    |motive)\w*|je n'ai (?:en realite )?aucune (?:experience|competence|qualification))\b`,
  source`\b(?:ich (?:muss|mochte) (?:ihnen )?(?:gestehen|zugeben|einraumen
    |beichten)(?=[^.]{0,110}\b(?:pas|jamais|aucune?|mal|retard|menti|licenci\w*|renvoy\w*|vole|faux|fausse
    |invente\w*|exagere\w*|problem\w*|faible\w*|difficult\w*|alcool|not|never|lied|lie|fake|false|fired|sacked
    |lack\w*|weak\w*|trouble|kein\w*|nicht|nie|gelogen|entlassen|gekundigt|erfunden|schlecht\w*|schwierig\w*
    |falsch\w*|conflit\w*|plainte|erreur\w*|dismiss\w*|mistake\w*|quarrel\w*|struggl\w*|fail\w*|streit\w*
    |fehler\w*|verspat\w*))|(?:ich gestehe|ich gebe zu)(?=[^.]{0,110}\b(?:pas|jamais|aucune?|mal|retard|menti
    |licenci\w*|renvoy\w*|vole|faux|fausse|invente\w*|exagere\w*|problem\w*|faible\w*|difficult\w*|alcool|not
    |never|lied|lie|fake|false|fired|sacked|lack\w*|weak\w*|trouble|kein\w*|nicht|nie|gelogen|entlassen
    |gekundigt|erfunden|schlecht\w*|schwierig\w*|falsch\w*|conflit\w*|plainte|erreur\w*|dismiss\w*|mistake\w*
    |quarrel\w*|struggl\w*|fail\w*|streit\w*|fehler\w*|verspat\w*))|zugegeben(?:ermassen)? (?:habe|bin
    |wurde) ich|ich habe (?:gelogen|gestohlen|betrogen|gefalscht)|gefalscht\w*|(?:mir
    |ich) wurde (?:fristlos |deshalb )?(?:gekundigt|entlassen|verurteilt|abgemahnt)
    |wurde ich (?:\w+ ){0,4}(?:gekundigt|entlassen|verurteilt|abgemahnt|suspendiert)|fristlos|vorbestraft
    |vorstrafe\w*|gefangnis|haftstrafe|alkoholproblem\w*|alkoholabhangig|alkoholiker\w*|abmahnung\w*
    |(?:mein|meine) (?:lebenslauf|zeugnis|zeugnisse|diplom) (?:ist|sind|enthalt) (?:falsch|gefalscht|erfunden
    |ubertrieben)|ich bin (?:faul|unzuverlassig|inkompetent|nicht qualifiziert|unqualifiziert|oft zu spat)
    |(?:prufung|examen|abschluss|ausbildung|probezeit)\w*\b[^.]{0,70}\bnicht (?:bestanden|geschafft|beendet
    |abgeschlossen)|durchgefallen|unzuverlassig|leider \w* ?(?:abgelaufen|erloschen|entzogen)|abgelaufen
    |entzogen)\b`,
  source`\b(?:without pay|without salary|no (?:basic )?salary|unpaid|for free|free of charge|work for nothing
    |waive (?:my|any|all)|commission only|half (?:the|my) (?:salary|pay)|below (?:the )?minimum wage|no claim to
    |renounce|give up my (?:salary|rights|holiday)|sans (?:etre paye|remuneration|salaire|etre remunere)\w*
    |(?:je|travaill\w*|stage|commencer)\b[^.,;]{0,40}(?:non|pas) (?:remunere|paye)\w*|gratuitement|je renonce
    |a titre gratuit|moitie du (?:salaire|smic)|sous le smic|ohne (?:lohn|gehalt|bezahlung|vergutung)|unbezahlt
    |kostenlos|unentgeltlich|(?:ich )?verzichte (?:auf|ich)|auf (?:mein|meinen|jegliches|alle) \w+ verzichte
    |unter mindestlohn|zum halben (?:lohn|gehalt)|umsonst)\b`,
  source`\b(?:idiots?|stupid|shit|fuck\w*|asshole|bastard|connards?|merde|salauds?|encul\w*|putain|imbeciles?
    |arschloch|scheisse?|scheiss\w*|verdammt|dummkopf|idioten|hate (?:you|your)|deteste votre|hasse (?:ihr|ihre)
    |your (?:awful|terrible|bad) (?:company|products?)|rubbish company|worst company|pire entreprise
    |schlechteste[nsr]? (?:firma|unternehmen))\b`,
  source`\b(?:better (?:than (?:you|your|yours)|employer|choice)|superior to (?:you|your)
    |(?:le|la|les|ein|der|das|the) (?:\w+ )?(?:meilleure?|bessere[rns]?|finest|leading
    |best) (?:\w+ ){0,3}(?:que vous|que la votre|than you|als sie|als ihre|als ihr)|bien meilleur
    |deutlich bessere|i (?:would )?(?:rather|prefer to) (?:work|join) (?:for|at)? ?(?:your competitor|another)
    |recommande (?:a tous|plutot)|recommend (?:them|it) to everyone|(?:postulez|adressez-vous|apply) (?:plutot
    |instead)|(?:contactez|joignez|contact|call) (?:plutot |instead )?(?:mon agence|mon agent|my agent
    |my agency)|meine agentur|fast-track|fast track this)\b`,
];

const compiled = {
  machine: machine.map((pattern) => new RegExp(pattern, "u")),
  against: against.map((pattern) => new RegExp(pattern, "u")),
};

/** Finds sentences that no candidate writes. Phrases of the candidate's own texts are allowed. */
export function talkFindings({ subject, text }: CheckInput, { own, company }: CheckSources): Finding<BlockingCode>[] {
  const held = {
    machine_talk: foldText(`${own.text}\n${company.text}`).replace(/\s+/gu, " "),
    against_candidate: foldText(own.text).replace(/\s+/gu, " "),
  };
  // A CV that mentions language models allows the letter to do so, in any language.
  const ownPapers = foldText(own.text);
  const found: Finding<BlockingCode>[] = [];
  for (const [code, patterns] of [
    ["machine_talk", compiled.machine],
    ["against_candidate", compiled.against],
  ] as const) {
    for (const part of [foldText(normalizeText(text)), foldText(normalizeText(subject))]) {
      const hit = patterns
        .filter((pattern) => code !== "machine_talk" || !pattern.test(ownPapers))
        .map((pattern) => pattern.exec(part)?.[0])
        .find((match) => match !== undefined && !held[code].includes(match.replace(/\s+/gu, " ").trim()));
      if (hit !== undefined) found.push({ code, detail: hit.trim().slice(0, 120) });
    }
  }
  return found;
}
