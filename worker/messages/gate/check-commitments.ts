import type { Finding, Reason, Warning } from "./case.ts";
import { isClaimed, type Letter, quote } from "./letter.ts";
import { holdsConcept, type Sources } from "./sources.ts";
import { akin } from "./text.ts";
import { little } from "./words.ts";

/** Words that commit the candidate to what follows them: papers, experience, appointments. */
const commits = new RegExp(
  `^(?:titulaire|detenteur|detentrice|diplomee?s?|certifiee?|habilitee?|agreee?|specialisee?|detiens|elue?|nommee?|promue?|brevete?e?|expertise|experience|maitrise|competences|connaissances|certification|certificat|habilitation|formee?|publie|remporte|fonde
  |certified|qualified|licensed|accredited|elected|appointed|promoted|diploma|degree|certificate|certification|proficient|skilled|experienced|experience|expertise|background|knowledge|specialised|specialized|trained|published|founded|won
  |zertifizierte?[rsn]?|ausgebildete?[rsn]?|gepruefte?[rsn]?|gelernte?[rsn]?|examinierte?[rsn]?|zertifikat|diplom|abschluss|weiterbildung|erfahrung|erfahrungen|kenntnisse|fachkenntnisse|beherrsche|vertraut|gewahlt|ernannt|spezialisiert)$`.replace(
    /\s+/gu,
    "",
  ),
  "u",
);

/** What any work is about: nothing is claimed with these. Beginnings of folded words. */
const idle =
  `precision rigueur secret discret patien calme exact minuti soin attenti curiosi respon serieu ponctu fiab precis careful accura detail honest kind genau sorgf gedul ruhe freund metier travail terrain equipe client gens public relation contact gestion suivi outil logiciel technique geste rigueur service domaine secteur milieu environnement projet poste entreprise qualite organisation communication ecoute autonomie
  humain profession solide premier premiere longue belle riche grand bonne diverse different plusieurs annee mois annees jour quotidien concret pratique theorique reussi chose tache mission activite responsab fonction maison structure niveau formation etudes diplome
  certificat ecole cours examen titre mention france francais etat general vie produit materi besoin attente savoir parcours carriere monde cadre sein plaisir envie age candidat collegue partie aujourd vente accueil
  work trade field team customer people person client tool skill year month day daily practical hands service sector industry environment project role position job company quality organis organiz communicat listen task duty responsib busy fast different various similar many
  solid strong broad wide first good great long real level training course school college university exam degree diploma certificat qualification career life product material need learn area all every kind variety setting both part time full staff member colleague whole general english british german french
  arbeit beruf fach team kunde kundin mensch umgang werkzeug jahr monat tag taglich praktisch bereich branche umfeld projekt stelle betrieb unternehmen qualitat organisation kommunikation aufgabe verantwort verschieden ahnlich viel erste gut lange breit fundiert umfassend
  niveau ausbildung schule kurs prufung abschluss zertifikat diplom staatlich anerkannt leben produkt material bedarf alle teil voll kolleg allgemein themen thema berufs zusammenarbeit weiterbildung gruppe bisherig eigen`.split(
    /\s+/u,
  );

/** Nouns that only commit to what a preposition hangs on them: "experience in", not "my experience taught me". */
const nouns =
  /^(?:expertise|experience|maitrise|competences|connaissances|certification|certificat|habilitation|diploma|degree|certificate|background|knowledge|zertifikat|diplom|abschluss|weiterbildung|erfahrung|erfahrungen|kenntnisse|fachkenntnisse)$/u;
const papers = /^(?:certificate|certification|diploma|degree|certificat|diplome|habilitation|zertifikat|diplom)$/u;
const prepositions = /^(?:de|d|en|dans|du|des|a|au|aux|comme|of|in|with|as|im|mit|als|von|zum|zur|fur)$/u;

const stops = /[.,;:!?()–—\n]/u;

/**
 * What the letter commits the candidate to when the lexicon does not know it: after "titulaire de", "experience in" or
 * "zertifizierter" at least one word must stand in the candidate's papers. Across languages that can only be a warning.
 */
export function commitmentFindings(
  letter: Letter,
  sources: Sources,
): { reasons: Finding<Reason>[]; warnings: Finding<Warning>[] } {
  const isSame = sources.languages.has(letter.language);
  const reasons: Finding<Reason>[] = [];
  const details: string[] = [];
  letter.tokens.forEach((token, index) => {
    if (
      !commits.test(token.word) ||
      (token.word === "won" && letter.tokens[index + 1]?.word === "t") ||
      index < letter.subjectEnd ||
      letter.owners[index] === "company" ||
      !isClaimed(letter, index + 1)
    )
      return;
    if (nouns.test(token.word) && !prepositions.test(letter.tokens[index + 1]?.word ?? "")) return;
    const object = objectOf(letter, index + 1);
    const telling = object.filter(
      (at) => !isIdle(letter.tokens[at]?.word ?? "") && !little[letter.language].has(letter.tokens[at]?.word ?? ""),
    );
    const [first, last] = [object[0], object.at(-1)];
    if (
      first === undefined ||
      last === undefined ||
      telling.length === 0 ||
      telling.length < object.length - countLittle(letter, object)
    )
      return;
    if (telling.some((at) => isHeld(letter, at, sources))) return;
    // A paper by its name, in the papers' own language: "a Certificate in Animal Behaviour".
    if (isSame && papers.test(token.word) && telling.some((at) => letter.tokens[at]?.capital === true))
      reasons.push({ code: "unknown_diploma", detail: quote(letter, index, last) });
    else details.push(quote(letter, index, last));
  });
  return { reasons, warnings: details.map((detail) => ({ code: "unsupported_word", detail })) };
}

const countLittle = ({ tokens, language }: Letter, object: number[]) =>
  object.filter((at) => little[language].has(tokens[at]?.word ?? "")).length;

/** Up to six tokens behind a committing word, in its clause. */
function objectOf({ tokens, text }: Letter, from: number): number[] {
  const found: number[] = [];
  for (let at = from; at < tokens.length && found.length < 6; at += 1) {
    const [before, token] = [tokens[at - 1], tokens[at]];
    if (!before || !token || token.sentence !== before.sentence || stops.test(text.slice(before.end, token.at))) break;
    if (found.length > 1 && /^(?:et|and|und|qui|que|who|which|that|die|der|das|pour|to|um)$/u.test(token.word)) break;
    found.push(at);
  }
  return found;
}

const isIdle = (word: string) => word.length < 4 || /^\d/u.test(word) || idle.some((start) => word.startsWith(start));

function isHeld(letter: Letter, index: number, { own }: Sources): boolean {
  const word = letter.tokens[index]?.word ?? "";
  if (
    letter.named[index] === true ||
    letter.hits.some(
      ({ from, to, concept }) =>
        from <= index &&
        to >= index &&
        ((concept.sort !== "skill" && concept.sort !== "field") || holdsConcept(own, concept.id)),
    )
  )
    return true;
  for (const each of own.words)
    if (
      akin(word, each) ||
      (word.length >= 6 && each.length >= 6 && (each.includes(word.slice(0, 6)) || word.includes(each.slice(0, 6))))
    )
      return true;
  return false;
}
