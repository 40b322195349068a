const DATE = String.raw`(?:\d\d[/.]|(?:\p{L}{3,9}\s?[-–]\s?)?\p{L}{3,9}\.? )?(?:19|20)\d\d`;
const PERIOD = new RegExp(
  [
    `(?:depuis |since |seit )?(?<![\\p{L}\\d/.])${DATE}`,
    `(?:\\s*(?:[-–—à]|to|bis|until)\\s*(?:${DATE}|aujourd[’']hui|ce jour|today|present|now|heute))?`,
  ].join(""),
  "iu",
);
/** What is no title of a post: an organisation, a birth, a date. */
const NO_TITLE = new RegExp(
  [
    "[\\d|;:]",
    "\\b(?:EHPAD|CHU|GmbH|AG|KG|SARL|SAS|SA|Ltd|Inc|Hotel|Hôtel|Restaurant|Lycée|École|School)\\b",
    "^(?:Le|La|Les|L’|L'|The|Der|Die|Das|[Aa]rmy|[Aa]rmée|[Aa]gency|[Ii]ntérim|Bundeswehr|Zeitarbeit)\\b",
  ].join("|"),
  "u",
);
const PRIVATE = /\b(?:née?|born|d\.?o\.?b|geboren|geb\.|nationalit|adresse|address|anschrift|tél|tel|phone|mobil)/iu;
const STUDIES = [
  "CAP|BEP|BTS|DUT|BUT|licence|master|mastère|bac|baccalauréat|bachelor",
  "diplôme|diplom|ausbildung|degree|MSc|BSc",
];
const STUDIES_WORDS = new RegExp(`\\b(?:${STUDIES.join("|")})\\b`, "i");
const POST_LINE =
  /^(\p{L}.{2,59}?)(?:\s+(?:chez|at|bei)\s+|\s*,\s*|\s+[–-]\s+)(\p{Lu}[^,(]{1,60}?)(?:\s+(?:de|from|von|in|en))?$/u;

const CERTIFICATE_NAMES = [
  "permis(?: de conduire)?|caces(?: r\\d+)?|toeic|toefl|psc1|sst|habilitation \\p{L}+",
  "driving licen[cs]e|führerschein",
];
/** "Permis B", "CACES R489, catégorie 3", "TOEIC : 850". */
const CERTIFICATE_LINE = new RegExp(`^(${CERTIFICATE_NAMES.join("|")})(?![\\p{L}\\p{N}])[\\s,:]*(.*)$`, "iu");
const PLACE = /\s*\((\p{Lu}[\p{L}' -]{1,40})\)/u;

/** Words of headings; a line of nothing else begins a section. */
const SECTION_WORDS = {
  jobs: "expériences?|experience|parcours|professionnelles?|professional|work|employment|berufserfahrung|werdegang",
  studies: "formations?|études|diplômes?|education|studies|ausbildung|bildung|studium",
  skills: "compétences|savoir-faire|skills|kenntnisse|fähigkeiten",
  languages: "langues|languages|sprachen|sprachkenntnisse",
  certificates: "permis|certificats|certifications?|licen[cs]es|certificates|zertifikate|führerschein",
  more: "profil|profile|centres|d[’']intérêt|intérêts|loisirs|interests|hobbies|interessen",
};
type Section = keyof typeof SECTION_WORDS;
const SECTIONS = Object.entries(SECTION_WORDS).map(
  ([section, words]) =>
    [section as Section, new RegExp(`^(?:${words})(?:[ ,&]+(?:et|and|und|${words}))*\\s*:?$`, "iu")] as const,
);
const findSection = (line: string): Section | undefined => SECTIONS.find(([, heading]) => heading.test(line))?.[0];

/** A name, as the first line of a CV usually is. */
const NAME_LINE = /^\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+){1,2}$/u;

export interface CvReading {
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

/** Lines of a CV; one that the edge of the page broke goes on in the next. */
function joinBrokenLines(cv: string): string[] {
  const lines: string[] = [];
  for (const line of cv.split("\n")) {
    const before = lines.at(-1) ?? "";
    if (!/^\p{Ll}/u.test(line) || !/[^\s.:;]$/u.test(before) || findSection(before.trim())) lines.push(line);
    else lines[lines.length - 1] = /\p{Ll}-$/u.test(before) ? before.slice(0, -1) + line : `${before} ${line}`;
  }
  return lines;
}

/** The facts of a CV, line by line, in its own words. A prompt without a CV gives a conspicuous line. */
export function readFacts(cv: string | undefined): CvReading {
  const facts: CvReading = {
    jobs: [],
    studies: [],
    skills: [],
    languages: [],
    certificates: [],
    figures: [],
    more: [],
  };
  if (cv === undefined) facts.more.push("[??? no CV in the prompt ???]");
  const lines = joinBrokenLines(cv ?? "");
  let section: Section | undefined;
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
    if (line.length < 4 || line.includes("@") || PRIVATE.test(line)) continue;
    if (raw === lines[0] && NAME_LINE.test(line)) continue;
    const heading = findSection(line);
    if (heading) {
      section = heading;
      continue;
    }
    if (certificate)
      facts.certificates.push({
        name: certificate[1] ?? "",
        level: (certificate[2] ?? "").replace(/^\(([^()]*)\)$/u, "$1"),
      });
    else if (section === "skills") facts.skills.push(...parseList(line));
    else if (/^(?:langues|languages|sprachen)\s*:/i.test(line))
      facts.languages.push(
        ...parseList(line).map((each) => ({
          language: each.split(/[\s(]/)[0] ?? "",
          level: each.replace(/^\S+\s*/, "").replace(/[()]/g, ""),
        })),
      );
    else if (section === "languages") {
      for (const each of line.split(/[;•]|,(?=\s*\p{Lu})/u)) {
        const [language = "", level = ""] = each.trim().split(/\s*[:(–-]\s*(.*)/su);
        facts.languages.push({ language: language.trim(), level: level.replace(/^([^(]*)\)$/u, "$1").trim() });
      }
    } else if (/^(?:compétences|skills|kenntnisse)\s*:/i.test(line)) facts.skills.push(...parseList(line));
    else if (section === "certificates") facts.certificates.push({ name: line, level: "" });
    else if (section === "studies" && period !== "")
      facts.studies.push({ school: listed.slice(1).join(", "), diploma: listed[0] ?? "", period });
    else if (STUDIES_WORDS.test(line)) facts.studies.push({ school: "", diploma: rest, period });
    // "…, 2024" is no place.
    else if (period !== "" && listed[2] && !/\d/.test(listed[2]) && !NO_TITLE.test(listed[0] ?? ""))
      facts.jobs.push({ title: listed[0] ?? "", employer: listed[1] ?? "", period, place: listed[2], tasks: [] });
    else if (post && !NO_TITLE.test(post[1] ?? "") && (period !== "" || /\s(?:chez|at|bei)\s/.test(rest)))
      facts.jobs.push({ title: post[1] ?? "", employer: post[2] ?? "", period, place, tasks: [] });
    else if (/^\s*[•*–-]/.test(raw) && last) last.tasks.push(line);
    else facts[/\d/.test(line) ? "figures" : "more"].push(line);
  }
  return facts;
}
