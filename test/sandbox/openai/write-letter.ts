import texts from "../../data/sandbox/phrases.json" with { type: "json" };
import { hashText } from "../companies/hash.ts";
import type { Language, ParsedPrompt } from "./parse-prompt.ts";
import { asksToMeet, GREETING, type Job, type Material, readMaterial, splitSentences } from "./read-material.ts";

export interface WrittenClaim {
  source: "cv" | "template" | "company" | "confirmed";
  quote: string;
}
export interface WrittenSentence {
  text: string;
  claims: WrittenClaim[];
}
export interface WrittenLetter {
  subject: string;
  paragraphs: WrittenSentence[][];
}

/** The paragraphs with each claim as one text, "cv: words of the CV". */
export const joinClaims = (paragraphs: WrittenSentence[][]) =>
  paragraphs.map((sentences) =>
    sentences.map(({ text, claims }) => ({ text, claims: claims.map(({ source, quote }) => `${source}: ${quote}`) })),
  );

/** Words of a letter, and of one whose candidate asked for a short one. */
const MIN_WORDS = 125;
const MIN_SHORT_WORDS = 85;
const MAX_WORDS = 210;
/** Least words of what follows: a sentence about meeting, thanks, closing and name. */
const LAST_WORDS = 20;
/** Longer subjects lose the company's name, then the post. */
const MAX_SUBJECT_CHARS = 90;

type Phrases = (typeof texts)[Language];

/** Fills the places of a text: `{name}`. */
const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? "");

/** A phrase without its town, for a company that has none. */
const dropTown = (text: string): string => text.replace(/, à \{city\},?/u, "").replace(/ (?:à|in) \{city\}/u, "");

const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length;
const foldText = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const trimStop = (text: string): string => text.replace(/[.;]+$/, "");

/** "a, b and c"; only commas where a part has an "and" of its own. */
const joinList = (parts: string[], and: string): string =>
  parts.length < 2 || parts.some((part) => part.includes(and))
    ? parts.join(", ")
    : `${parts.slice(0, -1).join(", ")}${and}${parts.at(-1) ?? ""}`;

/** "Vendeuse" inside a sentence is "vendeuse"; an acronym and a German noun stay. */
const lowerFirst = (text: string, language: Language): string =>
  language === "de" || /^\p{Lu}{2}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

/** Whether a job is a post at an employer, and not a line such as "three years of pastry at Bernachon". */
const isPost = ({ employer, title }: Job): boolean =>
  employer !== "" && countWords(title) <= 6 && !/\d|\b(?:ans|années|mois|years|months|jahre|monate)\b/i.test(title);

/** "HR", "X-ray": the name of the first letter begins with a vowel. */
const SPELT_WITH_VOWEL = /^[AEFHILMNORSX](?![a-z])/;
const SILENT_H = /^(?:hour|honest|honou?r|heir)/i;
/** "European", "one-off", "user" begin like "you" or "won". */
const SAID_WITH_CONSONANT = /^(?:U(?![a-z])|[Ee]u|[Oo]ne(?![a-z])|[Oo]nce|[Uu](?:ni(?![nm])|s[ae]|t[ei]|ro|kr))/;
/** Of an English noun; the other languages do without. */
const chooseArticle = (noun: string): string =>
  SPELT_WITH_VOWEL.test(noun) || SILENT_H.test(noun) || (/^[aeiou]/i.test(noun) && !SAID_WITH_CONSONANT.test(noun))
    ? "an"
    : "a";

/** English sectors that one can be "like": "a car hire like yours" is no English. */
const PLACES = [
  "agency|bakery|bank|bar|brewery|café|centre|clinic|club|company|consultancy|dealership|facility|factory|farm|firm",
  "gallery|garage|garden|gym|hall|hospital|hostel|hotel|house|laboratory|library|manufacturer|museum|office",
  "organisation|park|pharmacy|practice|pub|restaurant|salon|school|shop|station|store|studio|supermarket|takeaway",
  "theatre|workshop",
];
const IS_PLACE = new RegExp(`(?:^|[ -])(?:book)?(?:${PLACES.join("|")})$`, "i");

/** "Store Manager" inside a sentence is "store manager". */
const lowerTitle = (title: string, language: Language): string =>
  language === "de" ? title : title.replace(/\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());

const PAST = [
  "achieved|answered|attended|began|brought|built|chaired|coached|cooked|coordinated|created|cut|dealt|delivered",
  "developed|drafted|drove|earned|ensured|founded|gained|gave|grew|handled|headed|held|helped|hired|implemented",
  "introduced|investigated|kept|launched|learned|learnt|led|looked after|made(?! to\\b)|mentored|migrated|negotiated",
  "oversaw|passed|performed|played|presented|provided|ran|rebuilt|recruited|redesigned|replaced|resolved|reviewed",
  "rewrote|scheduled|served|set up|shipped|sold|solved|spoke|started|studied|supervised|taught|took|volunteered",
  "welcomed|won|worked|wrote",
];
/** These are also adjectives: "Trained nurse", "Planned maintenance". */
const PAST_OR_ADJECTIVE = [
  "analy[sz]ed|assembled|assisted|automated|cared|cleaned|collected|completed|designed|directed|edited|guided",
  "improved|integrated|maintained|managed|monitored|opened|operated|organi[sz]ed|packed|planned|prepared|processed",
  "produced|raised|reduced|repaired|saved|supported|tested|trained",
];
const DETERMINERS = String.raw`an?|the|our|all|over|up|for|two|three|four|five|\d+`;
/** A text that is told by its verb, "Mentored two interns": a closed list, as "Embedded systems" is none. */
const DONE = new RegExp(
  `^(?:${PAST.join("|")}|(?:${PAST_OR_ADJECTIVE.join("|")})(?= (?:${DETERMINERS})\\b))(?![\\p{L}-])`,
  "iu",
);
const isDone = (text: string): boolean => !/^\p{Lu}{2}/u.test(text) && DONE.test(text);

/** "shop assistant" in "I am a shop assistant looking for work". */
const NOT_OF_POST = "and|who|with|looking|in|at|for|since|from|by|of|near|to";
const ENGLISH_POST = String.raw`[\p{L}-]+(?: (?!(?:${NOT_OF_POST})\b)[\p{L}-]+)?`;

/** "de deux mois", "de fin d’études" name no post. */
const NO_POST = "un|une|deux|trois|quatre|six|fin|travail|nuit|découverte";
/** A post that a template asks for. */
const ASKED_POSTS: Record<Language, RegExp> = {
  fr: new RegExp(
    String.raw`\b(?:poste|emploi|place|stage|alternance)\s+(?:de\s+|d[’'])(?!(?:${NO_POST})\b)` +
      String.raw`(\p{Ll}[\p{L}-]+(?: (?:(?:de|en|du|des) |d[’'])[\p{L}-]+)?)`,
    "u",
  ),
  en: new RegExp(`\\b(?:job|position|post|work|role)\\s+as an? (${ENGLISH_POST})`, "u"),
  de: /\b(?:Stelle|Arbeit|Ausbildung|Praktikum) (?:als|zur|zum) (\p{Lu}[\p{L}-]+)/u,
};
/** What a template says the candidate is: a post, or "passionnée". */
const OWN_POSTS: Record<Language, RegExp> = {
  fr: /\bje suis (\p{L}[\p{L}-]+)/iu,
  en: new RegExp(`\\bI am an? (${ENGLISH_POST})`, "u"),
  de: /\bich bin (\p{L}[\p{L}-]+)/iu,
};

/** A sentence about what a company does or values, and not how many it is or where. */
const TELLS_WORK: Record<Language, RegExp> = {
  fr: /(?<!\p{L})nous (?:ne |n[’']|vous )?(?!av|ser|aur|employ|compt|recrut|cherch|recherch|fêt)\p{L}+ons(?!\p{L})/iu,
  en: /\bwe (?!are|were|have|had|employ|hire|recruit|look|need|will|\p{L}+ed\b)\p{L}+/iu,
  de: /\bwir (?!sind|haben|beschäft|such|feiern|waren|wurden|freuen uns (?:auf|über)|stellen ein)\p{L}+en(?!\p{L})/iu,
};

/** A writer of one letter: what it may tell, and its phrases, chosen by the company. */
class LetterWriter {
  readonly #prompt: ParsedPrompt;
  readonly #words: Phrases;
  readonly #seed: string;
  readonly #material: Material;
  readonly #values: Record<string, string>;
  readonly #said = new Set<string>();
  /** Words of the sources told so far. */
  readonly #told = new Set<string>();
  #wordCount = 0;

  constructor(prompt: ParsedPrompt, seed: string) {
    const { language, company, candidate } = prompt;
    this.#prompt = prompt;
    this.#words = texts[language];
    this.#seed = seed;
    this.#material = readMaterial(prompt);
    const missing = (what: string) => fill(this.#words.missing, { what });
    const post = this.findPost();
    const city = company?.["city"] ?? "";
    const asPost = post && fill(this.#words.asPost, { post: post.text, article: chooseArticle(post.text) });
    this.#values = {
      name: company?.["name"] || missing("company name"),
      // "À Le Havre" is no French.
      city: language === "fr" && /^Les? /u.test(city) ? "" : city,
      candidate: candidate?.["name"] || missing("candidate name"),
      post: post?.text ?? "",
      asPost: asPost ?? "",
      comma: asPost ? `,${asPost}` : "",
    };
  }

  get material(): Material {
    return this.#material;
  }

  /** One of several phrasings, chosen by the company; not one that the candidate wanted left out. */
  #pick(list: readonly string[], part: string, values: Record<string, string> = {}): string {
    const start = hashText(`${this.#seed} ${part}`) % list.length;
    const filled = [...list.slice(start), ...list.slice(0, start)].map((text) =>
      // "Foo Inc.." and "Yahoo!." have a stop too many.
      fill(this.#values["city"] === "" ? dropTown(text) : text, { ...this.#values, ...values }).replace(
        /(?<=[.!?])\.$/u,
        "",
      ),
    );
    return filled.find((text) => !this.#isLeftOut(text)) ?? "";
  }

  #isLeftOut(text: string): boolean {
    return this.#prompt.leftOut.some((sentence) => foldText(sentence) === foldText(text));
  }

  #say(text: string, ...claims: WrittenClaim[]): WrittenSentence[] {
    if (text === "" || this.#said.has(text) || this.#isLeftOut(text)) return [];
    this.#said.add(text);
    for (const { quote } of claims) this.#told.add(trimStop(quote));
    this.#wordCount += countWords(text);
    return [{ text, claims: claims.filter(({ quote }) => quote !== "") }];
  }

  #hasCvInLanguage = (): boolean =>
    this.#material.cvLanguage === null || this.#material.cvLanguage === this.#prompt.language;
  #hasTemplateInLanguage = (): boolean =>
    this.#material.templateLanguage === null || this.#material.templateLanguage === this.#prompt.language;

  /** The post that the template asks for, else that of the latest job. */
  findPost(): { text: string; claim: WrittenClaim } | undefined {
    const { language, template = "" } = this.#prompt;
    const { jobs } = this.#material;
    const asked = ASKED_POSTS[language].exec(template);
    const own = OWN_POSTS[language].exec(template);
    const isHeld = jobs.some(({ title }) => own?.[1] && foldText(`${title} `).startsWith(foldText(`${own[1]} `)));
    const match = asked ?? (isHeld ? own : null);
    if (match?.[1]) return { text: match[1], claim: { source: "template", quote: match[0] } };
    const job = jobs.find((each) => each.title !== "" && isPost(each));
    return job && this.#hasCvInLanguage()
      ? { text: lowerTitle(job.title, language), claim: { source: job.source, quote: job.title } }
      : undefined;
  }

  subject(): string {
    const { post, plain } = this.#words.subject;
    const given = this.#values["post"] ? this.#pick(post, "subject") : "";
    const shortest = this.#pick(plain, "subject");
    return given !== "" && given.length <= MAX_SUBJECT_CHARS ? given : shortest;
  }

  greeting = (): WrittenSentence[] =>
    this.#say(this.#isWarm() ? this.#words.greeting.warm : this.#words.greeting.usual);
  closing = (): WrittenSentence[] => this.#say(this.#isWarm() ? this.#words.closing.warm : this.#words.closing.usual);
  signature = (): WrittenSentence[] => this.#say(this.#values["candidate"] ?? "");
  #isWarm = (): boolean => this.#prompt.tone?.startsWith("warm") ?? false;

  /** The application among the candidate's own words: those that name the post go before it. */
  apply(count: number): WrittenSentence[] {
    const post = this.#values["post"] ?? "";
    const wishes = this.wishes(count);
    const at = post === "" ? -1 : wishes.findLastIndex(({ text }) => text.includes(post));
    const claim = this.findPost()?.claim;
    const application = this.#say(
      this.#pick(this.#words.apply, "apply", at < 0 ? {} : { asPost: "", comma: "" }),
      ...(claim && at < 0 ? [claim] : []),
    );
    return [...wishes.slice(0, at + 1), ...application, ...wishes.slice(at + 1)];
  }

  bridge = (): WrittenSentence[] => this.#say(this.#pick(this.#words.bridge, "bridge"));

  /** What the company's site says and a view of it, or a view of its sector. */
  site(): WrittenSentence[] {
    const { site, siteLanguage } = this.#material;
    const { language, company } = this.#prompt;
    const sentence =
      siteLanguage === language ? site[hashText(`${this.#seed} site`) % Math.max(site.length, 1)] : undefined;
    if (sentence !== undefined) {
      // "Duval travaille à Lyon" can be told; "Nous formons un apprenti" is theirs to say.
      const form = sentence.startsWith(this.#values["name"] ?? "") ? "told" : "quoted";
      return [
        ...this.#say(this.#pick(this.#words.site[form], "site", { sentence }), { source: "company", quote: sentence }),
        ...(form === "quoted" && TELLS_WORK[language].test(sentence)
          ? this.#say(this.#pick(this.#words.siteView, "siteView"))
          : []),
      ];
    }
    const [sector = ""] = (company?.["sector"] ?? "").split(/\s*[,;]\s*/u);
    if (sector === "") return [];
    const told = IS_PLACE.test(sector) ? lowerFirst(sector, language) : "company";
    const text = this.#pick(this.#words.sector, "sector", { sector: told, article: chooseArticle(told) });
    return this.#say(text, { source: "company", quote: text.includes(sector.slice(1)) ? sector : "" });
  }

  /** The job that the angle names, else another one for each company. */
  chooseJob(): Job | undefined {
    const { jobs } = this.#material;
    const wanted = this.#prompt.angle?.["build_on"];
    const known = jobs.filter(isPost);
    return (
      known.find(({ line }) => line === wanted) ?? known[hashText(`${this.#seed} job`) % Math.max(known.length, 1)]
    );
  }

  /** A job and, where they are in the letter's language, two of its tasks. */
  job(job: Job, tasks = job.tasks): WrittenSentence[] {
    const { language } = this.#prompt;
    const years = job.period.match(/\b(?:19|20)\d\d\b/g) ?? [];
    const isOpen = /depuis|seit|since|aujourd|présent|today|present|heute/i.test(job.period);
    const { jobYear, jobYears, jobSince, job: jobAlone } = this.#words;
    const inYears = years[0] === years[1] ? jobYear : jobYears;
    const list = years.length === 2 ? inYears : isOpen && years.length === 1 ? jobSince : jobAlone;
    const title = this.#hasCvInLanguage() ? lowerTitle(job.title, language) : "";
    const asTitle = title === "" ? "" : fill(this.#words.asTitle, { title, article: chooseArticle(title) });
    const start = hashText(`${this.#seed} tasks`) % Math.max(tasks.length, 1);
    const turned = [...tasks.slice(start), ...tasks.slice(0, start)];
    // "Where I built a tool and managing payroll" would be wrong.
    const alike = turned.filter((task) => isDone(task) === isDone(turned[0] ?? ""));
    const told = this.#hasCvInLanguage() ? alike.slice(0, 2) : [];
    const named = joinList(
      told.map((task) => lowerFirst(trimStop(task), language)),
      this.#words.and,
    );
    const form = told.every(isDone) ? this.#words.tasksDone : this.#words.tasks;
    const values = {
      employer: job.employer,
      from: years[0] ?? "",
      to: years[1] ?? "",
      asTitle,
      tasks: named && fill(form, { tasks: named }),
    };
    const { source } = job;
    return this.#say(
      this.#pick(list, `job ${job.employer}`, values),
      ...[job.line, ...told].map((quote): WrittenClaim => ({ source, quote })),
    );
  }

  /** A line of the CV that is no job. */
  line(): WrittenSentence[] {
    const { lines, jobs, studies } = this.#material;
    const others = [...lines, ...jobs.filter((job) => !isPost(job)).map((job) => job.line)].filter(this.#isNew);
    const found = others[hashText(`${this.#seed} line`) % Math.max(others.length, 1)] ?? jobs[0]?.line ?? studies[0];
    return found === undefined ? [] : this.#tellLine(found);
  }

  #isNew = (quote: string): boolean => !this.#told.has(trimStop(quote));

  /** A line in other words than the letter's is quoted. */
  #tellLine(quote: string): WrittenSentence[] {
    if (!this.#isNew(quote)) return [];
    const { line: told, lineDone, lineQuoted } = this.#words;
    const forms = !this.#hasCvInLanguage() ? lineQuoted : isDone(quote) ? lineDone : told;
    const text = trimStop(quote);
    const line = forms === lineQuoted ? text : lowerFirst(text, this.#prompt.language);
    return this.#say(this.#pick(forms, "line", { line }), { source: "cv", quote });
  }

  /**
   * Studies, skills or languages, another one for each company.
   * @param at the number of those told before
   */
  background(at = 0): WrittenSentence[] {
    const { studies, skills, languages } = this.#material;
    const { study, skills: skillForms, languages: languageForms, and } = this.#words;
    const choices = [
      ...(studies.length > 0 ? [{ forms: study, told: studies.slice(0, 1) }] : []),
      ...(skills.length > 0 && this.#hasCvInLanguage() ? [{ forms: skillForms, told: skills.slice(0, 3) }] : []),
      ...(languages.length > 0 && this.#hasCvInLanguage() ? [{ forms: languageForms, told: languages }] : []),
    ];
    const choice = choices[(hashText(`${this.#seed} background`) + at) % Math.max(choices.length, 1)];
    if (!choice || at >= choices.length) return [];
    // "English, B1" is one language.
    const toListed = (line: string) =>
      lowerFirst(line.replace(/^([^,()]+), ([^,()]+)$/u, "$1 ($2)"), this.#prompt.language === "fr" ? "fr" : "de");
    const told = choice.told.filter(this.#isNew);
    if (told.length === 0) return [];
    const line = joinList(told.map(choice.forms === languageForms ? toListed : String), and);
    return this.#say(
      this.#pick(choice.forms, "backgroundForm", { line }),
      ...told.map((quote) => ({ source: "cv" as const, quote })),
    );
  }

  /** A job, or a line of the CV, and what it was built on: more of it where the template says little. */
  experience(job: Job | undefined): WrittenSentence[] {
    const isThin = this.#material.wishes.length < 2 || !this.#hasTemplateInLanguage();
    return [...(job ? this.job(job) : this.line()), ...this.background(), ...(isThin ? this.background(1) : [])];
  }

  /** More of the CV, as long as the letter is short. */
  more(told: Job | undefined): WrittenSentence[] {
    const { jobs, lines } = this.#material;
    const other = told && jobs.filter(isPost).find((job) => job !== told);
    const line =
      told && this.#hasCvInLanguage() ? lines.find((each) => countWords(each) >= 5 && this.#isNew(each)) : undefined;
    const parts = [
      () => (other ? this.job(other) : []),
      () => (line === undefined ? [] : this.#tellLine(line)),
      () => this.background(1),
      () => this.background(2),
    ];
    return parts.flatMap((write) => (this.#isEnough() ? [] : write()));
  }

  /** The candidate's own sentences in their order, where they are in the letter's language. */
  wishes = (count: number): WrittenSentence[] =>
    this.#hasTemplateInLanguage() ? this.#material.wishes.slice(0, count).flatMap((text) => this.#sayOwn(text)) : [];

  #sayOwn = (text: string): WrittenSentence[] =>
    this.#say(text, { source: "template", quote: text.replace(/[.!?]+$/, "") });

  /** What the candidate asked to be mentioned, where a source says it. */
  mention(): WrittenSentence[] {
    const asked = foldText(this.#prompt.wish ?? "")
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length >= 5 && !/^(?:mention|parle|erwahn|about|shorter|ecris)/.test(word));
    if (asked.length === 0) return [];
    const { jobs, studies, lines } = this.#material;
    const isAsked = (text: string) => asked.some((word) => foldText(text).includes(word));
    const confirmed = this.#prompt.confirmed.find(isAsked);
    if (confirmed !== undefined && !this.#isNew(confirmed)) return [];
    if (confirmed !== undefined)
      return this.#say(/[.!?]$/.test(confirmed) ? confirmed : `${confirmed}.`, {
        source: "confirmed",
        quote: confirmed,
      });
    const job = jobs.find(({ line, tasks }) => [line, ...tasks].some(isAsked));
    if (job && job.employer !== "") return this.job(job);
    const line = [...studies, ...lines].find(isAsked);
    return line === undefined ? [] : this.#tellLine(line);
  }

  /** Wishes and views, as many as the letter needs to be one. */
  fillers(): WrittenSentence[] {
    const { fillers } = this.#words;
    const start = hashText(`${this.#seed} filler`);
    return fillers.flatMap((_, at) =>
      this.#isEnough() ? [] : this.#say(fillers[(start + at * 3) % fillers.length] ?? ""),
    );
  }

  #isEnough = (): boolean => this.#wordCount >= (this.#isShort() ? MIN_SHORT_WORDS : MIN_WORDS) - LAST_WORDS;

  #isShort = (): boolean =>
    (this.#prompt.tone?.startsWith("direct") ?? false) ||
    /\b(?:court|courte|bref|brève|shorter|short|brief|kürzer|kurz|knapp)/i.test(this.#prompt.wish ?? "");

  /** In the candidate's words, if the template asks for one. */
  meeting(): WrittenSentence[] {
    const own = this.#hasTemplateInLanguage() ? this.#material.meetings.slice(0, 1).flatMap(this.#sayOwn) : [];
    return own.length > 0 ? own : this.#say(this.#pick(this.#words.meeting, "meeting"));
  }

  end(): WrittenSentence[] {
    const isAttached = this.#prompt.candidate?.["cv_attached"] === "yes";
    return [
      ...this.meeting(),
      ...(isAttached ? this.#say(this.#pick(this.#words.attached, "attached")) : []),
      ...this.#say(this.#pick(this.#words.thanks, "thanks")),
    ];
  }

  /** That the candidate has applied, and when; for the second follow-up, that it is the last one. */
  followUp(part: "opening" | "ask" | "last"): WrittenSentence[] {
    const date = SENT_DATES[this.#prompt.language].exec(this.#prompt.sent[0] ?? "")?.[1];
    return this.#say(
      this.#pick(this.#words.followUp[part], part, { date: date ?? fill(this.#words.missing, { what: "date" }) }),
    );
  }

  missing(what: string): WrittenSentence[] {
    return this.#say(fill(this.#words.missing, { what }));
  }

  isFull = (): boolean => this.#wordCount > MAX_WORDS - 60;
}

/** The date in a sentence about what was sent. */
const SENT_DATES: Record<Language, RegExp> = {
  fr: / le (\d.*)\.$/,
  en: / on (\d.*)\.$/,
  de: / am (\d.*) geschickt\.$/,
};

/** Appends a paragraph; one of a single sentence goes on with the next. */
const joinShort = (paragraphs: WrittenSentence[][], next: WrittenSentence[]): WrittenSentence[][] =>
  paragraphs.at(-1)?.length === 1
    ? [...paragraphs.slice(0, -1), [...paragraphs.slice(-1).flat(), ...next]]
    : [...paragraphs, next];

/** First words of a German letter that are no nouns and no "Ihr": after the greeting's comma they begin small. */
const SMALL_AFTER_COMMA = new RegExp(
  `^(?:${[
    "Als|Am|Auf|Aus|Bei|Bisher|Da|Dafür|Dank|Das|Derzeit|Diese[nrs]?|Durch|Eine?|Es|Für|Gern|Gibt|Heute|Hiermit",
    "Ich|Im|In|Lieber|Meine?|Mich|Mir|Mit|Nach|Schon|Seit|Um|Von|Vor|Was|Weil|Wenn|Wichtig|Wie|Zu|Zum|Zur|Zurzeit",
  ].join("|")})\\b`,
);

/**
 * An honest letter made from the prompt's blocks, in its language: what it says of candidate and company it quotes.
 * Anything missing in the prompt becomes conspicuous broken text.
 * @param seed chooses words and order: the company's name, unless every letter is to be the same
 */
export function writeLetter(prompt: ParsedPrompt, seed = prompt.company?.["name"] ?? ""): WrittenLetter {
  const angle = prompt.angle?.["begin_with"] ?? "";
  const writer = new LetterWriter(prompt, `${seed} ${prompt.angle?.["build_on"] ?? ""}`);
  const greeting = writer.greeting();
  const job = writer.chooseJob();
  const experience = (): WrittenSentence[] => writer.experience(job);
  const broken = [
    ...(prompt.cv === undefined ? writer.missing("CV") : []),
    ...(prompt.template ? [] : writer.missing("template")),
  ];
  const begins = /does/.test(angle) ? "company" : /done/.test(angle) ? "experience" : "wish";
  const blocks: (() => WrittenSentence[])[] = {
    company: [() => writer.site(), () => writer.apply(2), experience],
    experience: [
      () => {
        const told = experience();
        // Studies or languages alone are no "experience".
        return [...told, ...(job ? writer.bridge() : writer.apply(0))];
      },
      () => [...writer.wishes(3), ...writer.site()],
    ],
    wish: [() => [...writer.apply(3), ...writer.site()], experience],
  }[begins].map((write) => () => (writer.isFull() ? [] : write()));
  const body = [...blocks.map((write) => write()), writer.mention(), broken, [...writer.more(job), ...writer.fillers()]]
    .filter((sentences) => sentences.length > 0)
    .reduce(joinShort, []);
  const first = body[0]?.[0];
  if (first && prompt.language === "de" && SMALL_AFTER_COMMA.test(first.text))
    first.text = first.text.charAt(0).toLowerCase() + first.text.slice(1);
  return {
    subject: writer.subject(),
    paragraphs: [greeting, ...body, writer.end(), writer.closing(), writer.signature()],
  };
}

/** An honest follow-up: that there was an application, a wish and a fact of the candidate, a question. */
export function writeFollowUp(prompt: ParsedPrompt): WrittenLetter {
  const writer = new LetterWriter(prompt, `${prompt.company?.["name"] ?? ""} ${prompt.sent.length}`);
  const greeting = writer.greeting();
  const isLast = prompt.sent.length > 1;
  const job = writer.chooseJob();
  const facts = [...(job ? writer.job(job, []) : []), ...writer.line(), ...writer.site()];
  const told = [...(isLast ? [] : writer.wishes(1)), ...facts.slice(0, 1)];
  const opening = writer.followUp("opening");
  if (opening[0] && prompt.language === "de" && SMALL_AFTER_COMMA.test(opening[0].text))
    opening[0].text = opening[0].text.charAt(0).toLowerCase() + opening[0].text.slice(1);
  return {
    subject: "",
    paragraphs: [
      greeting,
      [...opening, ...(told.length > 0 ? told : writer.fillers().slice(0, 1))],
      writer.followUp(isLast ? "last" : "ask"),
      writer.closing(),
      writer.signature(),
    ],
  };
}

const ASKS_TO_TELL = /\b(?:mention|parle|erwähn|talk about|tell|write about)/i;

/** Whether the candidate asked for something to be told that no source says. */
export const leavesWishOut = (prompt: ParsedPrompt): boolean =>
  ASKS_TO_TELL.test(prompt.wish ?? "") && new LetterWriter(prompt, "").mention().length === 0;

/** The letter as one text. */
export const joinLetter = ({ paragraphs }: WrittenLetter): string =>
  paragraphs.map((sentences) => sentences.map(({ text }) => text).join(" ")).join("\n\n");

/** A template for any company: from the user's own words when improving, from the CV when generating. */
export function writeTemplate(prompt: ParsedPrompt, keepOwnWords: boolean): string {
  const words = texts[prompt.language];
  const writer = new LetterWriter(prompt, "");
  const name = prompt.candidate?.["name"] ?? "";
  const own = prompt.template?.trim().replace(/[ \t]+/g, " ") || fill(words.missing, { what: "template" });
  const jobs = writer.material.jobs.filter(isPost).slice(0, 2);
  const join = (sentences: WrittenSentence[]) => sentences.map(({ text }) => text).join(" ");
  const told = keepOwnWords
    ? [...(GREETING.test(own) ? [] : [words.greeting.usual]), own]
    : [
        words.greeting.usual,
        words.templateWish,
        join(jobs.length > 0 ? jobs.flatMap((job) => writer.job(job)) : writer.line()),
        join([...writer.fillers().slice(0, 3), ...writer.meeting()]),
      ];
  if (keepOwnWords && name !== "" && own.endsWith(name)) return told.join("\n\n");
  const asks = !keepOwnWords || splitSentences(own).some(asksToMeet);
  return [...told, asks ? "" : join(writer.meeting()), `${words.closing.usual}\n${name}`.trim()]
    .filter(Boolean)
    .join("\n\n");
}
