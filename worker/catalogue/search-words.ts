import { foldText } from "../lib/fold-text";

/** Words without meaning for the search, in three languages: articles, "I am looking for", kinds of contract. */
const stopWords = new Set(
  `a an and at au aux avec bei c ce ces cette chez d dans das de dem den der des die du ein eine einem einen
  einer el en et fur f for from h i ich il im in is j je l la le les ma me mein meine mes mit mon my m n ne nous
  of on ou oder or our par pour pres qu que qui quoi s sa se ses si sur the there to um un und une unter veux
  via von vous we with zu zum zur als am an auf aimerais alternance alternant apply arbeite arbeiten aupres
  besoin cdd cdi cherche chercher decouvrir do emploi emplois find hf hier internship job jobs junior like look
  looking minijob mochte need offre offres please poste postes postuler praktikum recherche rejoindre senior
  souhaite souhaiterais stage stages stagiaire stelle stellen suche suchen teilzeit travail travailler trouver
  voudrais vollzeit want wants work working would`.split(/\s+/),
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

/** The stems of a text without stop words, in order. */
export function toSearchWords(text: string): string[] {
  const words = foldText(text)
    .replace(inclusiveEnding, "")
    .split(/[^\p{L}\p{N}+#&]+/u);
  return words.filter((word) => word.length > 1 && !stopWords.has(word)).map(stem);
}

/** Endings of trades and their workers: ramonage and ramoneur, plomberie and plombier, tiling and tiler. */
const tradeEnding = /(?<=.{4})(age|ateur|ation|cole|culteur|cultur|ement|er|ery|eur|ier|ing|ist|logu|logy|or|ung|y)$/;

/** Words of `toSearchWords` that are equal without the ending may mean the same. */
export function stripTradeEnding(word: string): string {
  return word.replace(tradeEnding, "");
}
