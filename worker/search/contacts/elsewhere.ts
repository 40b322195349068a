import type { Page } from "./page";
import type { ApplyElsewhere } from "./types";

/** Hosts of applicant-tracking systems, and the paths that make a job board's link a way to apply. */
const SYSTEMS: readonly { host: RegExp; path?: RegExp }[] = [
  { host: /(?:^|\.)welcometothejungle\.(?:com|co)$/ }, { host: /(?:^|\.)welcomekit\.co$/ }, { host: /(?:^|\.)lever\.co$/ },
  { host: /(?:^|\.)greenhouse\.io$/ }, { host: /(?:^|\.)(?:myworkdayjobs|myworkday|workday)\.com$/ }, { host: /(?:^|\.)smartrecruiters\.com$/ },
  { host: /(?:^|\.)(?:jobs\.)?personio\.(?:de|com|es)$/ }, { host: /(?:^|\.)teamtailor\.com$/ }, { host: /(?:^|\.)recruitee\.com$/ },
  { host: /(?:^|\.)ashbyhq\.com$/ }, { host: /(?:^|\.)(?:taleo|oraclecloud)\.(?:net|com)$/ }, { host: /(?:^|\.)workable\.com$/ },
  { host: /(?:^|\.)(?:icims|jobvite|bamboohr|breezy|softgarden|successfactors|rexx-systems|d-vinci|concludis|talentsoft|flatchr|jobaffinity|digitalrecruiters|werecruit|taleez|beetween|join|onlyfy|prescreenapp|heyrecruit|umantis|haufe-talent|pinpointhq|hibob|factorialhr|cvwarehouse|talentview|nicoka|softy|gestmax)\.(?:com|io|hr|de|eu|fr|jobs|co|pro)$/ },
  { host: /(?:^|\.)indeed\.(?:com|fr|de|co\.uk)$/, path: /job|cmp|viewjob|apply|emploi/i }, { host: /(?:^|\.)linkedin\.com$/, path: /\/jobs/i },
  { host: /(?:^|\.)(?:stepstone|xing|hellowork|apec|monster|totaljobs|reed)\.(?:de|com|fr|co\.uk)$/, path: /job|stellen|emploi|offre|recru/i },
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

/** Says where to apply when mail is the wrong way: an applicant-tracking system is linked, or the page refuses mail. */
export function applyElsewhere(page: Page, url: string): ApplyElsewhere | undefined {
  const targets = [...page.anchors.map(({ href }) => href), ...page.resources, ...page.frames, page.refresh];
  const system = targets.map((href) => systemUrl(href, url)).find((found) => found !== undefined);
  const text = page.text.replace(/[\uE000\s]+/g, " ");
  const refuses = NO_EMAIL.some((pattern) => pattern.test(text));
  if (refuses) return { url: system ?? url, reason: "no_email" };
  return system ? { url: system, reason: "ats" } : undefined;
}

function systemUrl(href: string, base: string): string | undefined {
  if (href.length > 1000 || !URL.canParse(href, base)) return undefined;
  const target = new URL(href, base);
  if (target.protocol !== "http:" && target.protocol !== "https:") return undefined;
  const own = new URL(base).hostname;
  const known = SYSTEMS.some(({ host, path }) => host.test(target.hostname) && !host.test(own) && (!path || path.test(target.pathname)));
  return known ? target.href : undefined;
}
