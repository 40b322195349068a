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

/** Of an English noun; the other languages do without. */
const chooseArticle = (noun: string): string => (/^[aeio]/iu.test(noun) ? "an" : "a");

/** "Store Manager" inside a sentence is "store manager". */
const lowerTitle = (title: string, language: Language): string =>
  language === "de" ? title : title.replace(/\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());

/** A task that is told by its verb: "Mentored two interns". */
const DONE = /^(?:[A-Z][a-z]+ed|Built|Cut|Led|Ran|Wrote|Made|Taught|Sold|Kept|Took|Grew)\b/u;

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
  readonly #said = new Set<string>();
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
      // "Foo Inc.." has a stop too many.
      fill(this.#values["city"] === "" ? dropTown(text) : text, { ...this.#values, ...values }).replace(/\.\.$/u, "."),
    );
    return filled.find((text) => !this.#isLeftOut(text)) ?? "";
  }

  #isLeftOut(text: string): boolean {
    return this.#prompt.leftOut.some((sentence) => foldText(sentence) === foldText(text));
  }

  #say(text: string, ...claims: WrittenClaim[]): WrittenSentence[] {
    if (text === "" || this.#said.has(text) || this.#isLeftOut(text)) return [];
    this.#said.add(text);
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
    for (const pattern of POSTS[language]) {
      const match = pattern.exec(template);
      if (match?.[1]) return { text: match[1], claim: { source: "template", quote: match[0] } };
    }
    const job = this.#material.jobs.find((each) => each.title !== "" && isPost(each));
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
        ...(form === "told" ? [] : this.#say(this.#pick(this.#words.siteView, "siteView"))),
      ];
    }
    const [sector = ""] = (company?.["sector"] ?? "").split(/\s*[,;]\s*/u);
    if (sector === "") return [];
    // "A business services" would be wrong.
    const told = /[^s]s$/u.test(sector) ? "company" : lowerFirst(sector, language);
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
    const list =
      years.length === 2 ? this.#words.jobYears : isOpen && years.length === 1 ? this.#words.jobSince : this.#words.job;
    const title = this.#hasCvInLanguage() ? lowerTitle(job.title, language) : "";
    const asTitle = title === "" ? "" : fill(this.#words.asTitle, { title, article: chooseArticle(title) });
    const start = hashText(`${this.#seed} tasks`) % Math.max(tasks.length, 1);
    const told = this.#hasCvInLanguage() ? [...tasks.slice(start), ...tasks.slice(0, start)].slice(0, 2) : [];
    const named = joinList(
      told.map((task) => lowerFirst(task.replace(/[.;]+$/, ""), language)),
      this.#words.and,
    );
    const form = told.every((task) => DONE.test(task)) ? this.#words.tasksDone : this.#words.tasks;
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
    const others = [...lines, ...jobs.filter((job) => !isPost(job)).map((job) => job.line)];
    const found = others[hashText(`${this.#seed} line`) % Math.max(others.length, 1)] ?? jobs[0]?.line ?? studies[0];
    return found === undefined ? [] : this.#tellLine(found);
  }

  /** A line in other words than the letter's is quoted. */
  #tellLine(quote: string): WrittenSentence[] {
    const { line: told, lineDone, lineQuoted } = this.#words;
    const forms = !this.#hasCvInLanguage() ? lineQuoted : DONE.test(quote) ? lineDone : told;
    const text = quote.replace(/[.;]+$/, "");
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
    const line = joinList(choice.told.map(choice.forms === languageForms ? toListed : String), and);
    return this.#say(
      this.#pick(choice.forms, "backgroundForm", { line }),
      ...choice.told.map((quote) => ({ source: "cv" as const, quote })),
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
    const line = told && this.#hasCvInLanguage() ? lines.find((each) => countWords(each) >= 5) : undefined;
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
const SMALL_AFTER_COMMA =
  /^(?:Am|Auf|Bei|Das|Dafür|Diese[nrs]?|Es|Gern|Gibt|Ich|In|Mit|Mir|Seit|Von|Zu|Zur|Aus|Eine?|Meine?)\b/;

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
        return [...told, ...(told.length > 0 ? writer.bridge() : writer.apply(0))];
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
      [...opening, ...(told.length > 0 ? told : writer.bridge())],
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
