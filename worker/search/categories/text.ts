/** Lower case, no accents, ligatures opened: "Bäcker" and "backer" are one word, "œnologue" and "oenologue" too. */
function fold(text: string): string {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("œ", "oe").replaceAll("æ", "ae").replaceAll("ß", "ss");
}

const littleWords = new Set(
  `a an and at au aux avec ce d dans de des du en et for from i in is j je l la le les ma me mes mon my n of on or ou par pour qu que
  qui s se sur the to un une with der die das und im am
  alternance alternant cdd cdi cherche emploi f h hf intern internship job jobs junior looking m offre poste recherche senior stage stagiaire
  travail travailler veux want work working work`.split(/\s+/),
);

/** "développeur·euse", "vendeur(se)", "chargé.e": the feminine ending is not a word of its own. */
const inclusiveEnding = /(?<=\p{L})[·.(/-]+(e|se|euse|rice|trice|ere|iere|ne|fe|ve)s?(?=[^\p{L}]|$)\)?/gu;

/**
 * One spelling for the forms of a word in French and English: plural, feminine, -y and -ie. Not a real stem: both sides
 * of a comparison pass through it, so it only has to be the same for both.
 */
function stem(word: string): string {
  if (word.length <= 3) return word;
  const single = word.replace(/eaux$/, "eau").replace(/aux$/, "al").replace(/(?<![su])[sx]$/, "");
  return single
    .replace(/trice$/, "teur")
    .replace(/euse$/, "eur")
    .replace(/(?<=.{3})ie$/, "y")
    .replace(/(?<=.{3})e$/, "")
    .replace(/nn$/, "n");
}

/** The telling words of a text, in order, in the one spelling of `stem`; empty when it only holds little words. */
export function wordsOf(text: string): string[] {
  const words = fold(text).replace(inclusiveEnding, "").split(/[^\p{L}\p{N}+#&]+/u);
  return words.filter((word) => word.length > 1 && !littleWords.has(word)).map(stem);
}
