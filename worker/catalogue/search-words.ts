import { foldText } from "../lib/fold-text";

/** Articles and other small words, in three languages. */
const functionWords = new Set(
  `a an and at au aux avec bei c ce ces cette chez d dans das de dem den der des die du ein eine einem einen
  einer el en et fur f for from h i ich il im in is j je l la le les ma me mein meine mes mit mon my m n ne nous
  of on ou oder or our par pour pres qu que qui quoi s sa se ses si sur the there to um un und une unter
  via von vous we with zu zum zur als am auf aupres hf`.split(/\s+/),
);
/** "I am looking for", kinds of contract: without meaning for kinds of companies, but "work coach" is a job. */
const wishWords = new Set(
  `veux aimerais alternance alternant apply arbeite arbeiten besoin cdd cdi cherche chercher decouvrir do emploi emplois
  find hier internship job jobs junior like look looking minijob mochte need offre offres please poste postes postuler
  praktikum recherche rejoindre senior souhaite souhaiterais stage stages stagiaire stelle stellen suche suchen
  teilzeit travail travailler trouver voudrais vollzeit want wants work working would`.split(/\s+/),
);

/** "développeur·euse", "vendeur(se)", "chargé.e": the feminine ending is not a word of its own. */
const inclusiveEnding = /(?<=\p{L})[·.(/-]+(e|in|innen|se|euse|rice|trice|ere|iere|ne|fe|ve)s?(?=[^\p{L}]|$)\)?/gu;

/**
 * One spelling for the forms of a word: plural and feminine in French and English, -y and -ie, feminine of German jobs.
 * Not a linguistic stem: it only has to be the same for both sides of a comparison.
 */
function stem(word: string): string {
  if (word.length <= 3 || !/[ensx]$/.test(word)) return word;
  return word
    .replace(/eaux$/, "eau")
    .replace(/aux$/, "al")
    .replace(/(?<![su])[sx]$/, "")
    .replace(/trice$/, "teur")
    .replace(/euse$/, "eur")
    .replace(/(?<=.{3}er)in(nen)?$/, "")
    .replace(/(?<=.{3}ei)en$/, "")
    .replace(/(?<=.{3})ie$/, "y")
    .replace(/(?<=.{3})e$/, "")
    .replace(/nn$/, "n");
}

const splitWords = (text: string): string[] =>
  foldText(text)
    .replace(inclusiveEnding, "")
    .split(/[^\p{L}\p{N}+#&]+/u)
    .filter((word) => word.length > 1 && !functionWords.has(word));

/** The stems of a text without function words and words of wishing, in order. */
export const toSearchWords = (text: string): string[] =>
  splitWords(text)
    .filter((word) => !wishWords.has(word))
    .map(stem);

/** The same with the words of wishing, for job titles. */
export const toTitleWords = (text: string): string[] => splitWords(text).map(stem);

const wishStems = new Set([...wishWords].map(stem));
/** Whether a word of `toTitleWords` would not be in `toSearchWords`. */
export const isWishWord = (word: string): boolean => wishStems.has(word);

/** Words of so many categories that they identify none. */
const genericWords = new Set(
  toSearchWords(
    `agence agency association atelier boutique bureau business cabinet center centre club company entreprise
  espace firm group groupe institut institute local magasin maison office organisation restaurant salon school
  service shop société studio store workshop école betrieb büro firma geschäft handel händler laden praxis
  schule unternehmen werkstatt zentrum`,
  ),
);
export const isGenericWord = (word: string): boolean => genericWords.has(word);

/** Endings of trades and their workers: ramonage and ramoneur, plomberie and plombier, tiling and tiler. */
const tradeEnding = /(?<=.{4})(age|ateur|ation|cole|culteur|cultur|ement|er|ery|eur|ier|ing|ist|logu|logy|or|ung|y)$/;

/** Words of `toSearchWords` that are equal without the ending may mean the same. */
export function stripTradeEnding(word: string): string {
  return word.replace(tradeEnding, "");
}
