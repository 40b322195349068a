import type { CvFacts } from "../db/schema/json-types";
import { WordIndex } from "../letter-check/word-index";

/** Words between an employer and what is said of the post on the same lines. */
const MAX_WORDS_APART = 30;
const FACT_LIMITS = { jobs: 15, tasks: 10, studies: 10, skills: 60, languages: 12, lines: 20, length: 300 };

/**
 * The facts that hold: their very words stand in the CV, and stand together where they are told together. What does not is
 * dropped, for a letter would repeat it as true.
 */
export function verifyFacts(facts: CvFacts, cv: string): CvFacts {
  const text = new WordIndex(cv);
  const keepIfFound = (words: string) =>
    words.length <= FACT_LIMITS.length && text.findPhrase(words).length > 0 ? words.trim() : "";
  const keepLines = (list: string[], most: number) =>
    [...new Set(list.map(keepIfFound))].filter((line) => line !== "").slice(0, most);
  const keepIfNear = (words: string, places: number[]) =>
    text.findPhrase(words).some((at) => places.some((place) => Math.abs(at - place) <= MAX_WORDS_APART))
      ? keepIfFound(words)
      : "";

  const jobs = facts.jobs.slice(0, FACT_LIMITS.jobs).flatMap((job) => {
    const head = keepIfFound(job.employer) || keepIfFound(job.title);
    return head === "" ? [] : [{ ...job, places: text.findPhrase(head) }];
  });
  const heads = jobs.flatMap(({ places }) => places);
  /** Whether words stand below this head and above the next: a task of another post is no task of this one. */
  const isBelow = (words: string, places: number[]) =>
    text.findPhrase(words).some((at) => places.includes(Math.max(...heads.filter((head) => head <= at))));
  return {
    jobs: jobs.map(({ employer, title, period, tasks, places }) => ({
      employer: keepIfFound(employer),
      title: keepIfNear(title, places),
      period: keepIfNear(period, places),
      tasks: keepLines(
        tasks.filter((task) => isBelow(task, places)),
        FACT_LIMITS.tasks,
      ),
    })),
    studies: facts.studies.slice(0, FACT_LIMITS.studies).flatMap(({ school, diploma, period }) => {
      const head = keepIfFound(diploma) || keepIfFound(school);
      if (head === "") return [];
      const places = text.findPhrase(head);
      return [
        {
          school: keepIfNear(school, places),
          diploma: keepIfNear(diploma, places),
          period: keepIfNear(period, places),
        },
      ];
    }),
    skills: keepLines(facts.skills, FACT_LIMITS.skills),
    languages: facts.languages
      .slice(0, FACT_LIMITS.languages)
      .flatMap(({ language, level }) =>
        keepIfFound(language) === ""
          ? []
          : [{ language: keepIfFound(language), level: keepIfNear(level, text.findPhrase(language)) }],
      ),
    figures: keepLines(facts.figures, FACT_LIMITS.lines),
    more: keepLines(facts.more, FACT_LIMITS.lines),
  };
}

/** Facts as the writer reads them, a line each; empty for none. */
export function formatCvFacts({ jobs, studies, skills, languages, figures, more }: CvFacts): string {
  const listed = (parts: string[]) => parts.filter((part) => part !== "").join(", ");
  const tasksShown = jobs.flatMap(({ tasks }) => tasks);
  const sections: [string, string[]][] = [
    [
      "Jobs",
      jobs.map(({ employer, title, period, tasks }) =>
        [listed([title, employer, period]), ...tasks.map((task) => `  - ${task}`)].join("\n"),
      ),
    ],
    ["Studies", studies.map(({ school, diploma, period }) => listed([diploma, school, period]))],
    ["Skills", skills.length === 0 ? [] : [skills.join(", ")]],
    ["Languages", languages.map(({ language, level }) => listed([language, level]))],
    ["Figures", figures.filter((line) => !tasksShown.some((task) => task.includes(line)))],
    ["Other", more],
  ];
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([name, lines]) => `${name}\n${lines.map((line) => `- ${line}`).join("\n")}`)
    .join("\n");
}
