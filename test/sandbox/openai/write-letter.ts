import texts from "../../data/sandbox/phrases.json" with { type: "json" };
import { hashText } from "../companies/hash.ts";
import type { Language, ParsedPrompt } from "./parse-prompt.ts";
import { type Job, type Material, readMaterial } from "./read-material.ts";

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
const LAST_WORDS = 24;
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

/** "Vendeuse" inside a sentence is "vendeuse"; an acronym and a German noun stay. */
const lowerFirst = (text: string, language: Language): string =>
  language === "de" || /^\p{Lu}{2}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

/** Whether a job is a post at an employer, and not a line such as "three years of pastry at Bernachon". */
const isPost = ({ employer, title }: Job): boolean =>
  employer !== "" && countWords(title) <= 6 && !/\d|\b(?:ans|années|mois|years|months|jahre|monate)\b/i.test(title);

/** Of an English noun; the other languages do without. */
const chooseArticle = (noun: string): string => (/^[aeio]/iu.test(noun) ? "an" : "a");

/** "Store Manager" inside a sentence is "store manager". */
const lowerTitle = (title: string, language: Language): string =>
  language === "de" ? title : title.replace(/\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());

/** A task that is told by its verb: "Mentored two interns". */
const DONE = /^(?:[A-Z][a-z]+ed|Built|Led|Ran|Wrote|Made|Taught|Sold|Kept|Took|Grew)\b/u;

/** "shop assistant" in "I am a shop assistant looking for work". */
const NOT_OF_POST = "and|who|with|looking|in|at|for|since|from|by|of|near|to";
const ENGLISH_POST = String.raw`[\p{L}-]+(?: (?!(?:${NOT_OF_POST})\b)[\p{L}-]+)?`;

const POSTS: Record<Language, RegExp[]> = {
  fr: [
    /\b(?:poste|emploi|place|stage|alternance)\s+(?:de\s+|d[’'])(\p{Ll}[\p{L}-]+(?: (?:de|en|du) [\p{L}-]+)?)/u,
    /\bje suis ((?!en |à |un |une |dans |heureu|motiv|disponible)\p{Ll}[\p{L}-]+)/iu,
  ],
  en: [
    new RegExp(`\\b(?:job|position|post|work|role)\\s+as an? (${ENGLISH_POST})`, "u"),
    new RegExp(`\\bI am an? ((?!person)${ENGLISH_POST})`, "u"),
  ],
  de: [/\b(?:Stelle|Arbeit|Ausbildung|Praktikum) (?:als|zur|zum) (\p{Lu}[\p{L}-]+)/u, /\bich bin (\p{Lu}[\p{L}-]+)/iu],
};

/** A writer of one letter: what it may tell, and its phrases, chosen by the company. */
class LetterWriter {
  readonly #prompt: ParsedPrompt;
  readonly #words: Phrases;
  readonly #seed: string;
  readonly #material: Material;
  readonly #values: Record<string, string>;
  #wordCount = 0;

  constructor(prompt: ParsedPrompt, seed: string) {
    const { language, company, candidate } = prompt;
    this.#prompt = prompt;
    this.#words = texts[language];
    this.#seed = seed;
    this.#material = readMaterial(prompt);
    const missing = (what: string) => fill(this.#words.missing, { what });
    const post = this.findPost();
    const asPost = post && fill(this.#words.asPost, { post: post.text, article: chooseArticle(post.text) });
    this.#values = {
      name: company?.["name"] || missing("company name"),
      city: company?.["city"] ?? "",
      candidate: candidate?.["name"] || missing("candidate name"),
      sector: lowerFirst(company?.["sector"] ?? "", language),
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
      fill(this.#values["city"] === "" ? dropTown(text) : text, { ...this.#values, ...values }),
    );
    return filled.find((text) => !this.#isLeftOut(text)) ?? "";
  }

  #isLeftOut(text: string): boolean {
    return this.#prompt.leftOut.some((sentence) => foldText(sentence) === foldText(text));
  }

  #say(text: string, ...claims: WrittenClaim[]): WrittenSentence[] {
    if (text === "" || this.#isLeftOut(text)) return [];
    this.#wordCount += countWords(text);
    return [{ text, claims: claims.filter(({ quote }) => quote !== "") }];
  }

  #hasCvInLanguage = (): boolean =>
    this.#material.cvLanguage === null || this.#material.cvLanguage === this.#prompt.language;

  /** The post that the template asks for, else that of the latest job. */
  findPost(): { text: string; claim: WrittenClaim } | undefined {
    const { language, template = "" } = this.#prompt;
    for (const pattern of POSTS[language]) {
      const match = pattern.exec(template);
      if (match?.[1]) return { text: match[1], claim: { source: "template", quote: match[0] } };
    }
    const job = this.#material.jobs.find(({ title }) => title !== "" && countWords(title) <= 5);
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

  apply(): WrittenSentence[] {
    const claim = this.findPost()?.claim;
    return this.#say(this.#pick(this.#words.apply, "apply"), ...(claim ? [claim] : []));
  }

  bridge = (): WrittenSentence[] => this.#say(this.#pick(this.#words.bridge, "bridge"));

  /** What the company's site says, or its sector, and a view of it. */
  site(): WrittenSentence[] {
    const { site, siteLanguage } = this.#material;
    const { language } = this.#prompt;
    const sentence =
      siteLanguage === language ? site[hashText(`${this.#seed} site`) % Math.max(site.length, 1)] : undefined;
    if (sentence !== undefined)
      return [
        ...this.#say(this.#pick(this.#words.site, "site", { sentence }), { source: "company", quote: sentence }),
        ...this.#say(this.#pick(this.#words.siteView, "siteView")),
      ];
    const [sector = ""] = (this.#values["sector"] ?? "").split(/\s*[,;]\s*/u);
    if (sector === "") return [];
    const article = chooseArticle(sector);
    const values = { sector, article, Article: article.replace("a", "A") };
    return this.#say(this.#pick(this.#words.sector, "sector", values), {
      source: "company",
      quote: this.#prompt.company?.["sector"] ?? "",
    });
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

  job(job: Job): WrittenSentence[] {
    const { language } = this.#prompt;
    const years = job.period.match(/\b(?:19|20)\d\d\b/g) ?? [];
    const isOpen = /depuis|seit|since|aujourd|présent|today|present|heute/i.test(job.period);
    const list =
      years.length === 2 ? this.#words.jobYears : isOpen && years.length === 1 ? this.#words.jobSince : this.#words.job;
    const title = this.#hasCvInLanguage() ? lowerTitle(job.title, language) : "";
    const asTitle = title === "" ? "" : fill(this.#words.asTitle, { title, article: chooseArticle(title) });
    const values = { employer: job.employer, from: years[0] ?? "", to: years[1] ?? "", asTitle };
    return this.#say(this.#pick(list, "jobForm", values), { source: job.source, quote: job.line });
  }

  tasks({ tasks, source }: Job): WrittenSentence[] {
    const { language } = this.#prompt;
    if (tasks.length === 0 || !this.#hasCvInLanguage()) return [];
    const start = hashText(`${this.#seed} tasks`) % tasks.length;
    const told = [...tasks.slice(start), ...tasks.slice(0, start)].slice(0, 2);
    const named = told
      .map((task) => lowerFirst(task.replace(/[.;]+$/, ""), language))
      .join(told.some((task) => task.includes(this.#words.and)) ? ", " : this.#words.and);
    const forms = told.every((task) => DONE.test(task)) ? this.#words.tasksDone : this.#words.tasks;
    return this.#say(this.#pick(forms, "tasksForm", { tasks: named }), ...told.map((quote) => ({ source, quote })));
  }

  /** A line of the CV that is no job; with a CV in another language, its own words. */
  line(): WrittenSentence[] {
    const { lines, jobs, studies } = this.#material;
    const others = [...lines, ...jobs.filter((job) => !isPost(job)).map((job) => job.line)];
    const found = others[hashText(`${this.#seed} line`) % Math.max(others.length, 1)] ?? jobs[0]?.line ?? studies[0];
    if (found === undefined) return [];
    return this.#say(this.#pick(this.#words.line, "lineForm", { line: found.replace(/[.;]+$/, "") }), {
      source: "cv",
      quote: found,
    });
  }

  /** Studies, skills or languages, another one for each company. */
  background(): WrittenSentence[] {
    const { studies, skills, languages } = this.#material;
    const { study, skills: skillForms, languages: languageForms } = this.#words;
    const choices = [
      ...(studies.length > 0 ? [{ forms: study, told: studies.slice(0, 1) }] : []),
      ...(skills.length > 0 && this.#hasCvInLanguage() ? [{ forms: skillForms, told: skills.slice(0, 3) }] : []),
      ...(languages.length > 0 && this.#hasCvInLanguage() ? [{ forms: languageForms, told: languages }] : []),
    ];
    const choice = choices[hashText(`${this.#seed} background`) % Math.max(choices.length, 1)];
    if (!choice) return [];
    // "English, B1" is one language.
    const toListed = (line: string) => line.replace(/^([^,()]+), ([^,()]+)$/u, "$1 ($2)");
    const list = choice.told.map(choice.forms === languageForms ? toListed : String).join(", ");
    return this.#say(
      this.#pick(choice.forms, "backgroundForm", { list, line: list }),
      ...choice.told.map((quote) => ({ source: "cv" as const, quote })),
    );
  }

  /** The candidate's own sentences, where they are in the letter's language. */
  wishes(count: number): WrittenSentence[] {
    const { wishes, templateLanguage } = this.#material;
    if (templateLanguage !== null && templateLanguage !== this.#prompt.language) return [];
    const start = hashText(`${this.#seed} wish`) % Math.max(wishes.length, 1);
    const post = this.#values["post"] ?? "";
    // The application names the post already.
    const repeatsPost = (text: string) => Number(post !== "" && text.includes(post));
    return [...wishes.slice(start), ...wishes.slice(0, start)]
      .sort((a, b) => repeatsPost(a) - repeatsPost(b))
      .slice(0, count)
      .flatMap((text) => this.#say(text, { source: "template", quote: text.replace(/[.!?]+$/, "") }));
  }

  /** What the candidate asked to be mentioned, where a source says it. */
  mention(): WrittenSentence[] {
    const asked = foldText(this.#prompt.wish ?? "")
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length >= 5 && !/^(?:mention|parle|erwahn|about|shorter|ecris)/.test(word));
    if (asked.length === 0) return [];
    const { jobs, studies, lines } = this.#material;
    const isAsked = (text: string) => asked.some((word) => foldText(text).includes(word));
    const confirmed = this.#prompt.confirmed.find(isAsked);
    if (confirmed !== undefined)
      return this.#say(/[.!?]$/.test(confirmed) ? confirmed : `${confirmed}.`, {
        source: "confirmed",
        quote: confirmed,
      });
    const job = jobs.find(({ line, tasks }) => [line, ...tasks].some(isAsked));
    if (job && job.employer !== "") return [...this.job(job), ...this.tasks(job)];
    const line = [...studies, ...lines].find(isAsked);
    return line === undefined
      ? []
      : this.#say(this.#pick(this.#words.line, "mention", { line }), { source: "cv", quote: line });
  }

  /** Wishes and views, as many as the letter needs to be one. */
  fillers(): WrittenSentence[] {
    const { fillers } = this.#words;
    const least = this.#isShort() ? MIN_SHORT_WORDS : MIN_WORDS;
    const found: WrittenSentence[] = [];
    for (let at = 0; at < fillers.length && this.#wordCount < least - LAST_WORDS; at += 1) {
      const text = fillers[(hashText(`${this.#seed} filler`) + at * 3) % fillers.length] ?? "";
      if (!found.some((each) => each.text === text)) found.push(...this.#say(text));
    }
    return found;
  }

  #isShort = (): boolean =>
    (this.#prompt.tone?.startsWith("direct") ?? false) ||
    /\b(?:court|courte|bref|brève|shorter|short|brief|kürzer|kurz|knapp)/i.test(this.#prompt.wish ?? "");

  meeting = (): WrittenSentence[] => this.#say(this.#pick(this.#words.meeting, "meeting"));

  end(): WrittenSentence[] {
    const isAttached = this.#prompt.candidate?.["cv_attached"] === "yes";
    return [
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

/** First words of a German letter's first sentence that are no nouns: after the greeting's comma they begin small. */
const SMALL_AFTER_COMMA = /^(?:Auf|Bei|Das|Dafür|Diese|Gern|Hiermit|Ich|Ihr|Mit|Seit|Von|Zu|Zur|Aus|Ein|Mein)\b/;

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
  const experience = (): WrittenSentence[] => (job ? [...writer.job(job), ...writer.tasks(job)] : writer.line());
  const broken = [
    ...(prompt.cv === undefined ? writer.missing("CV") : []),
    ...(prompt.template ? [] : writer.missing("template")),
  ];
  const begins = /does/.test(angle) ? "company" : /done/.test(angle) ? "experience" : "wish";
  const blocks: (() => WrittenSentence[])[] = {
    company: [
      writer.site.bind(writer),
      () => [...writer.apply(), ...writer.wishes(1)],
      () => [...experience(), ...writer.background()],
    ],
    experience: [
      () => [...experience(), ...writer.bridge()],
      () => [...writer.site(), ...writer.wishes(2)],
      writer.background.bind(writer),
    ],
    wish: [
      () => [...writer.apply(), ...writer.wishes(2)],
      () => [...experience(), ...writer.background()],
      writer.site.bind(writer),
    ],
  }[begins].map((write) => () => (writer.isFull() ? [] : write()));
  const body = [
    ...blocks.map((write) => write()),
    writer.mention(),
    broken,
    [...writer.fillers(), ...writer.meeting()],
    writer.end(),
  ].filter((sentences) => sentences.length > 0);
  const first = body[0]?.[0];
  if (first && prompt.language === "de" && SMALL_AFTER_COMMA.test(first.text))
    first.text = first.text.charAt(0).toLowerCase() + first.text.slice(1);
  return {
    subject: writer.subject(),
    paragraphs: [greeting, ...body, writer.closing(), writer.signature()],
  };
}

/** An honest follow-up: that there was an application, one thing of the candidate, a question. */
export function writeFollowUp(prompt: ParsedPrompt): WrittenLetter {
  const writer = new LetterWriter(prompt, `${prompt.company?.["name"] ?? ""} ${prompt.sent.length}`);
  const greeting = writer.greeting();
  const isLast = prompt.sent.length > 1;
  const job = writer.chooseJob();
  const [told] = [...(job ? writer.job(job) : []), ...writer.line(), ...writer.wishes(1), ...writer.site()];
  const opening = writer.followUp("opening");
  if (opening[0] && prompt.language === "de" && SMALL_AFTER_COMMA.test(opening[0].text))
    opening[0].text = opening[0].text.charAt(0).toLowerCase() + opening[0].text.slice(1);
  return {
    subject: "",
    paragraphs: [
      greeting,
      [...opening, ...(told ? [told] : writer.bridge())],
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
  const broken = fill(words.missing, { what: "template" });
  const own = prompt.template?.trim().replace(/[ \t]+/g, " ");
  const { jobs, studies, lines } = readMaterial(prompt);
  const cvLine = prompt.cv === undefined ? "" : (jobs[0]?.line ?? lines[0] ?? studies[0] ?? "");
  const already = keepOwnWords && own !== undefined && own.startsWith(words.greeting.usual);
  const name = prompt.candidate?.["name"];
  return [
    ...(already ? [] : [words.greeting.usual]),
    keepOwnWords ? own || broken : words.template.wish,
    ...(cvLine ? [fill(words.template.background, { cvLine })] : []),
    words.template.end,
    name ? `${words.closing.usual}\n${name}` : words.closing.usual,
  ].join("\n\n");
}
