const PERIOD =
  /(?:depuis |since |seit )?\b(?:19|20)\d\d\b(?:\s*(?:[-–à]|to|bis)\s*(?:(?:19|20)\d\d|aujourd[’']hui|today|heute))?/i;
const STUDIES = [
  "CAP|BEP|BTS|DUT|BUT|licence|master|mastère|bac|baccalauréat|bachelor",
  "diplôme|diplom|ausbildung|degree|MSc|BSc",
];
const STUDIES_WORDS = new RegExp(`\\b(?:${STUDIES.join("|")})\\b`, "i");
const POST_LINE =
  /^(.{3,60}?)(?:\s+(?:chez|at|bei)\s+|\s*,\s*|\s+[–-]\s+)(\p{Lu}[^,(]{1,60}?)(?:\s+(?:de|from|von|in|en))?$/u;

export interface CvReading {
  jobs: { employer: string; title: string; period: string; tasks: string[] }[];
  studies: { school: string; diploma: string; period: string }[];
  skills: string[];
  languages: { language: string; level: string }[];
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
export function readFacts(cv: string | undefined): CvReading {
  const facts: CvReading = { jobs: [], studies: [], skills: [], languages: [], figures: [], more: [] };
  if (cv === undefined) facts.more.push("[??? no CV in the prompt ???]");
  for (const raw of (cv ?? "").split("\n")) {
    const line = raw.replace(/^[\s•*–-]+/, "").trim();
    const period = PERIOD.exec(line)?.[0] ?? "";
    const rest = line.replace(period, "").replace(/^[\s:,–-]+|[\s:,()–-]+$/g, "");
    const post = POST_LINE.exec(rest);
    const last = facts.jobs.at(-1);
    if (line.length < 4 || line.includes("@")) continue;
    if (/^(?:langues|languages|sprachen)\s*:/i.test(line))
      facts.languages.push(
        ...parseList(line).map((each) => ({
          language: each.split(/[\s(]/)[0] ?? "",
          level: each.replace(/^\S+\s*/, "").replace(/[()]/g, ""),
        })),
      );
    else if (/^(?:compétences|skills|kenntnisse)\s*:/i.test(line)) facts.skills.push(...parseList(line));
    else if (STUDIES_WORDS.test(line)) facts.studies.push({ school: "", diploma: rest, period });
    else if (post && (period !== "" || /\s(?:chez|at|bei)\s/.test(rest)))
      facts.jobs.push({ title: post[1] ?? "", employer: post[2] ?? "", period, tasks: [] });
    else if (/^\s*[•*–-]/.test(raw) && last) last.tasks.push(line);
    else facts[/\d/.test(line) ? "figures" : "more"].push(line);
  }
  return facts;
}
