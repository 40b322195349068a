const PERIOD =
  /(?:depuis |since |seit )?\b(?:19|20)\d\d\b(?:\s*(?:[-–à]|to|bis)\s*(?:(?:19|20)\d\d|aujourd[’']hui|today|heute))?/i;
const STUDIES = [
  "CAP|BEP|BTS|DUT|BUT|licence|master|mastère|bac|baccalauréat|bachelor",
  "diplôme|diplom|ausbildung|degree|MSc|BSc",
];
const STUDIES_WORDS = new RegExp(`\\b(?:${STUDIES.join("|")})\\b`, "i");
const POST_LINE =
  /^(.{3,60}?)(?:\s+(?:chez|at|bei)\s+|\s*,\s*|\s+[–-]\s+)(\p{Lu}[^,(]{1,60}?)(?:\s+(?:de|from|von|in|en))?$/u;

const CERTIFICATE_NAMES = [
  "permis(?: de conduire)?|caces(?: r\\d+)?|toeic|toefl|psc1|sst|habilitation \\p{L}+",
  "driving licen[cs]e|führerschein",
];
/** "Permis B", "CACES R489, catégorie 3", "TOEIC : 850". */
const CERTIFICATE_LINE = new RegExp(`^(${CERTIFICATE_NAMES.join("|")})(?![\\p{L}\\p{N}])[\\s,:(]*(.*?)\\)?$`, "iu");
const PLACE = /\s*\((\p{Lu}[\p{L}' -]{1,40})\)/u;

/** A name, as the first line of a CV usually is. */
const NAME_LINE = /^\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+){1,2}$/u;

interface Facts {
  jobs: { employer: string; title: string; period: string; place: string; tasks: string[] }[];
  studies: { school: string; diploma: string; period: string }[];
  skills: string[];
  languages: { language: string; level: string }[];
  certificates: { name: string; level: string }[];
  figures: string[];
  more: string[];
}

const parseList = (line: string) =>
  line
    .replace(/^[^:]*:/, "")
    .split(/[,;•]/)
    .map((each) => each.trim())
    .filter(Boolean);

/** The facts of a CV, line by line, in its own words. A prompt without a CV gives a conspicuous line. */
export function readFacts(cv: string | undefined): Facts {
  const facts: Facts = { jobs: [], studies: [], skills: [], languages: [], certificates: [], figures: [], more: [] };
  if (cv === undefined) facts.more.push("[??? no CV in the prompt ???]");
  const lines = (cv ?? "").split("\n");
  for (const raw of lines) {
    const line = raw.replace(/^[\s•*–-]+/, "").trim();
    const period = PERIOD.exec(line)?.[0] ?? "";
    const place = PLACE.exec(line)?.[1] ?? "";
    const rest = line
      .replace(period, "")
      .replace(PLACE, "")
      .replace(/^[\s:,–-]+|[\s:,()–-]+$/g, "");
    const post = POST_LINE.exec(rest);
    /** "Web developer, Lumen agency, London" */
    const listed = rest.split(/\s*,\s*/);
    const certificate = CERTIFICATE_LINE.exec(line);
    const last = facts.jobs.at(-1);
    if (line.length < 4 || line.includes("@") || (raw === lines[0] && NAME_LINE.test(line))) continue;
    if (/^(?:langues|languages|sprachen)\s*:/i.test(line))
      facts.languages.push(
        ...parseList(line).map((each) => ({
          language: each.split(/[\s(]/)[0] ?? "",
          level: each.replace(/^\S+\s*/, "").replace(/[()]/g, ""),
        })),
      );
    else if (/^(?:compétences|skills|kenntnisse)\s*:/i.test(line)) facts.skills.push(...parseList(line));
    else if (certificate) facts.certificates.push({ name: certificate[1] ?? "", level: certificate[2] ?? "" });
    else if (STUDIES_WORDS.test(line)) facts.studies.push({ school: "", diploma: rest, period });
    else if (period !== "" && listed[2])
      facts.jobs.push({ title: listed[0] ?? "", employer: listed[1] ?? "", period, place: listed[2], tasks: [] });
    else if (post && (period !== "" || /\s(?:chez|at|bei)\s/.test(rest)))
      facts.jobs.push({ title: post[1] ?? "", employer: post[2] ?? "", period, place, tasks: [] });
    else if (/^\s*[•*–-]/.test(raw) && last) last.tasks.push(line);
    else facts[/\d/.test(line) ? "figures" : "more"].push(line);
  }
  return facts;
}
