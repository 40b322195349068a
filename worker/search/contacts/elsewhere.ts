import type { Site } from "./own";
import type { Page } from "./page";
import type { ApplyElsewhere } from "./types";

/** Hosts of applicant-tracking systems, and the paths that make a job board's link a way to apply. */
const SYSTEMS: readonly { host: RegExp; path?: RegExp }[] = [
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
    host: /(?:^|\.)(?:icims|jobvite|bamboohr|breezy|softgarden|successfactors|rexx-systems|d-vinci|concludis|talentsoft|flatchr|jobaffinity|digitalrecruiters|werecruit|taleez|beetween|join|onlyfy|prescreenapp|heyrecruit|umantis|haufe-talent|pinpointhq|hibob|factorialhr|cvwarehouse|talentview|nicoka|softy|gestmax)\.(?:com|io|hr|de|eu|fr|jobs|co|pro)$/,
  },
  { host: /(?:^|\.)indeed\.(?:com|fr|de|co\.uk)$/, path: /job|cmp|viewjob|apply|emploi/i },
  { host: /(?:^|\.)linkedin\.com$/, path: /\/jobs/i },
  {
    host: /(?:^|\.)(?:stepstone|xing|hellowork|apec|monster|totaljobs|reed)\.(?:de|com|fr|co\.uk)$/,
    path: /job|stellen|emploi|offre|recru/i,
  },
];

const NO_EMAIL: readonly RegExp[] = [
  /(?:aucune|pas de|ne (?:prenons|acceptons|traitons|recevons) (?:pas|plus|aucune)(?: de| les)?) candidatures?[^.!\n]{0,60}(?:e-?mail|mail|courriel)/i,
  /candidatures?[^.!\n]{0,60}(?:e-?mail|mail|courriel)[^.!\n]{0,40}(?:ne (?:sont|seront|pourront)|n[’']est|non trait|refus|pas (?:accept|trait|pris))/i,
  /candidatures?[^.!\n]{0,50}(?:uniquement|exclusivement|seulement)[^.!\n]{0,30}(?:site|plateforme|formulaire|portail|en ligne|ligne)/i,
  /bewerbungen?[^.!\n]{0,40}(?:per|via) e-?mail[^.!\n]{0,60}(?:nicht|keine)/i,
  /keine bewerbungen?[^.!\n]{0,30}(?:e-?mail)/i,
  /bewerb[^.!\n]{0,60}(?:ausschlie(?:ß|ss)lich|nur)[^.!\n]{0,40}(?:online|portal|formular|karriereseite)/i,
  /(?:ausschlie(?:ß|ss)lich|nur)[^.!\n]{0,30}(?:online|portal|formular)[^.!\n]{0,30}bewerb/i,
  /(?:do(?:es)? not|don[’']t|cannot|can[’']t|no longer|unable to) (?:accept|consider|process|take)[^.!\n]{0,40}applications?[^.!\n]{0,40}(?:e-?mail|post)/i,
  /applications?[^.!\n]{0,40}(?:by|via|through|sent by) e-?mail[^.!\n]{0,40}(?:not|won[’']t|cannot|ignored|rejected)/i,
  /no (?:e-?mail applications|applications (?:by|via) e-?mail)/i,
  /appl(?:y|ications)[^.!\n]{0,40}(?:only|exclusively)[^.!\n]{0,40}(?:online|portal|form|website|careers? (?:page|site))/i,
];

/** The words without which no sentence of NO_EMAIL is there. */
const ABOUT_APPLYING = /candidature|bewerb|appl(?:y|ication)/i;

/** Says where to apply when mail is the wrong way: an applicant-tracking system is linked, or the page refuses mail. */
export function applyElsewhere(page: Page, site: Site): ApplyElsewhere | undefined {
  const system = systemOf(page, site);
  const refuses = ABOUT_APPLYING.test(page.text) && NO_EMAIL.some((pattern) => pattern.test(flat(page.text)));
  if (refuses) return { url: system ?? site.url, reason: "no_email" };
  return system ? { url: system, reason: "ats" } : undefined;
}

const flat = (text: string): string => text.replace(/[\uE000\s]+/g, " ");

function systemOf(page: Page, site: Site): string | undefined {
  for (const { href } of page.anchors) {
    const found = systemUrl(href, site);
    if (found) return found;
  }
  for (const href of [...page.resources, ...page.frames, page.refresh]) {
    const found = systemUrl(href, site);
    if (found) return found;
  }
  return undefined;
}

/** Only a link that names its host can lead to another. */
function systemUrl(href: string, site: Site): string | undefined {
  if (href.length > 1000 || !/^\s{0,3}(?:https?:)?\/\//i.test(href) || href.includes(`//${site.host}/`))
    return undefined;
  const target = URL.parse(href, site.url);
  if (!target || (target.protocol !== "http:" && target.protocol !== "https:")) return undefined;
  const known = SYSTEMS.some(
    ({ host, path }) => host.test(target.hostname) && !host.test(site.host) && (!path || path.test(target.pathname)),
  );
  return known ? target.href : undefined;
}
