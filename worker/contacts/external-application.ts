import type { ExternalApplication } from "./contact-types";
import type { Page } from "./html/parse-page";
import { joinPattern } from "./join-pattern";
import type { OwnSite } from "./ownership/own-domain";

/** Hosts of applicant-tracking systems, and the paths of job boards that are a way to apply. */
const APPLICANT_SYSTEMS: readonly { host: RegExp; path?: RegExp }[] = [
  { host: /(?:^|\.)welcometothejungle\.(?:com|co)$/ },
  { host: /(?:^|\.)welcomekit\.co$/ },
  { host: /(?:^|\.)lever\.co$/ },
  { host: /(?:^|\.)greenhouse\.io$/ },
  { host: /(?:^|\.)(?:myworkdayjobs|myworkday|workday)\.com$/ },
  { host: /(?:^|\.)smartrecruiters\.com$/ },
  { host: /(?:^|\.)(?:jobs\.)?personio\.(?:de|com|es)$/ },
  { host: /(?:^|\.)teamtailor\.com$/ },
  { host: /(?:^|\.)recruitee\.com$/ },
  { host: /(?:^|\.)ashbyhq\.com$/ },
  { host: /(?:^|\.)(?:taleo|oraclecloud)\.(?:net|com)$/ },
  { host: /(?:^|\.)workable\.com$/ },
  {
    host: joinPattern(
      "",
      String.raw`(?:^|\.)(?:icims|jobvite|bamboohr|breezy|softgarden|successfactors|rexx-systems|d-vinci|concludis|`,
      String.raw`talentsoft|flatchr|jobaffinity|digitalrecruiters|werecruit|taleez|beetween|join|onlyfy|`,
      String.raw`prescreenapp|heyrecruit|umantis|haufe-talent|pinpointhq|hibob|factorialhr|cvwarehouse|talentview|`,
      String.raw`nicoka|softy|gestmax)\.(?:com|io|hr|de|eu|fr|jobs|co|pro)$`,
    ),
  },
  { host: /(?:^|\.)indeed\.(?:com|fr|de|co\.uk)$/, path: /job|cmp|viewjob|apply|emploi/i },
  { host: /(?:^|\.)linkedin\.com$/, path: /\/jobs/i },
  {
    host: /(?:^|\.)(?:stepstone|xing|hellowork|apec|monster|totaljobs|reed)\.(?:de|com|fr|co\.uk)$/,
    path: /job|stellen|emploi|offre|recru/i,
  },
];

const REFUSES_EMAIL_PATTERNS: readonly RegExp[] = [
  joinPattern(
    "i",
    String.raw`(?:aucune|pas de|ne (?:prenons|acceptons|traitons|recevons) (?:pas|plus|aucune)(?: de| les)?)`,
    String.raw` candidatures?[^.!\n]{0,60}(?:e-?mail|mail|courriel)`,
  ),
  joinPattern(
    "i",
    String.raw`candidatures?[^.!\n]{0,60}(?:e-?mail|mail|courriel)[^.!\n]{0,40}(?:ne (?:sont|seront|pourront)|`,
    String.raw`n[’']est|non trait|refus|pas (?:accept|trait|pris))`,
  ),
  joinPattern(
    "i",
    String.raw`candidatures?[^.!\n]{0,50}(?:uniquement|exclusivement|seulement)[^.!\n]{0,30}(?:site|plateforme|`,
    String.raw`formulaire|portail|en ligne|ligne)`,
  ),
  /bewerbungen?[^.!\n]{0,40}(?:per|via) e-?mail[^.!\n]{0,60}(?:nicht|keine)/i,
  /keine bewerbungen?[^.!\n]{0,30}(?:e-?mail)/i,
  /bewerb[^.!\n]{0,60}(?:ausschlie(?:ß|ss)lich|nur)[^.!\n]{0,40}(?:online|portal|formular|karriereseite)/i,
  /(?:ausschlie(?:ß|ss)lich|nur)[^.!\n]{0,30}(?:online|portal|formular)[^.!\n]{0,30}bewerb/i,
  joinPattern(
    "i",
    String.raw`(?:do(?:es)? not|don[’']t|cannot|can[’']t|no longer|unable to) (?:accept|consider|process|`,
    String.raw`take)[^.!\n]{0,40}applications?[^.!\n]{0,40}(?:e-?mail|post)`,
  ),
  joinPattern(
    "i",
    String.raw`applications?[^.!\n]{0,40}(?:by|via|through|sent by) e-?mail[^.!\n]{0,40}(?:not|won[’']t|cannot|`,
    String.raw`ignored|rejected)`,
  ),
  /no (?:e-?mail applications|applications (?:by|via) e-?mail)/i,
  joinPattern(
    "i",
    String.raw`appl(?:y|ications)[^.!\n]{0,40}(?:only|exclusively)[^.!\n]{0,40}(?:online|portal|form|website|`,
    String.raw`careers? (?:page|site))`,
  ),
];

/** Fast check: every sentence of REFUSES_EMAIL_PATTERNS has one of these words. */
const APPLYING_WORD = /candidature|bewerb|appl(?:y|ication)/i;

/** Where to apply instead of by mail, if the page links to an applicant-tracking system or refuses mail. */
export function findExternalApplication(page: Page, site: OwnSite): ExternalApplication | undefined {
  const system = findApplicantSystem(page, site);
  const refuses =
    APPLYING_WORD.test(page.text) && REFUSES_EMAIL_PATTERNS.some((pattern) => pattern.test(flattenSpaces(page.text)));
  if (refuses) return { url: system ?? site.url, reason: "no_email" };
  return system ? { url: system, reason: "ats" } : undefined;
}

const flattenSpaces = (text: string): string => text.replace(/[\uE000\s]+/g, " ");

function findApplicantSystem(page: Page, site: OwnSite): string | undefined {
  for (const { href } of page.anchors) {
    const found = toApplicantSystemUrl(href, site);
    if (found) return found;
  }
  for (const href of [...page.resources, ...page.frames, page.refresh]) {
    const found = toApplicantSystemUrl(href, site);
    if (found) return found;
  }
  return undefined;
}

/** Relative links stay on the site, so they are skipped. */
function toApplicantSystemUrl(href: string, site: OwnSite): string | undefined {
  if (href.length > 1000 || !/^\s{0,3}(?:https?:)?\/\//i.test(href) || href.includes(`//${site.host}/`))
    return undefined;
  const target = URL.parse(href, site.url);
  if (!target || (target.protocol !== "http:" && target.protocol !== "https:")) return undefined;
  const known = APPLICANT_SYSTEMS.some(
    ({ host, path }) => host.test(target.hostname) && !host.test(site.host) && (!path || path.test(target.pathname)),
  );
  return known ? target.href : undefined;
}
