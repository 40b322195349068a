/** Words that say the contact belongs to whoever made or hosts the site. */
const MAKER =
  /(?:r[ée]alis(?:é|e|ation|ierung)|conception|cr[ée]ation (?:de |du |et )?(?:site|web|graph|internet)|cr[ée]dits?\b|d[ée]velopp(?:é|e|ement)|h[ée]berge|hosting|hosted|hoster|provider|webdesign|web ?design|webmaster|design(?:ed)? (?:by|par|von|:)|website by|site (?:by|par|web (?:par|by))|made (?:by|with)|powered by|built by|developed by|umsetzung|gestaltung|programmierung|technische|webagentur|agence web|agence de com|photos?\s?:|fotos?\s?:|bildnachweis)/gi;

/** Words after which the text speaks of the company again. */
const OWNER = /(?:[ée]diteur|directeur de|publication|responsable|contact(?:ez)?[- ]nous|contact us|kontakt\b|inhaber|gesch[äa]ftsf|vertreten)/i;

/** The last words of the kind decide: "Site made by X. Editor: Y" speaks of Y. @param before the text before a contact. */
export function isMakers(before: string): boolean {
  let last = -1;
  for (const match of before.matchAll(MAKER)) last = match.index;
  return last !== -1 && !OWNER.test(before.slice(last));
}
