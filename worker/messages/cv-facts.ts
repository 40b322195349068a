import type { CvFacts } from "../db/schema/json-types";
import { WordIndex } from "../letter-check/word-index";

/** Largest distance in words between an employer and the title or period of the same job. */
const MAX_WORDS_APART = 30;
const FACT_LIMITS = { jobs: 15, tasks: 10, studies: 10, skills: 60, languages: 12, lines: 20, length: 300 };

/**
 * Keeps only facts whose exact words are in the CV, and near each other where they belong together. The rest is
 * dropped, because a message would repeat it as true.
 */
export function verifyFacts(facts: CvFacts, cv: string): CvFacts {
  const text = new WordIndex(cv);
  const keepIfFound = (words: string) =>
    words.length <= FACT_LIMITS.length && text.findPhrase(words).length > 0 ? words.trim() : "";
  const keepLines = (list: string[], limit: number) =>
    [...new Set(list.map(keepIfFound))].filter((line) => line !== "").slice(0, limit);
  const keepIfNear = (words: string, places: number[]) =>
    text.findPhrase(words).some((at) => places.some((place) => Math.abs(at - place) <= MAX_WORDS_APART))
      ? keepIfFound(words)
      : "";

  const jobs = facts.jobs.slice(0, FACT_LIMITS.jobs).flatMap((job) => {
    const head = keepIfFound(job.employer) || keepIfFound(job.title);
    return head === "" ? [] : [{ ...job, places: text.findPhrase(head) }];
  });
  const heads = jobs.flatMap(({ places }) => places);
  /** Whether words are below this job's head and above the next: a task belongs to one job. */
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

/** The facts as text for the prompt, one a line; empty without facts. */
export function formatCvFacts({ jobs, studies, skills, languages, figures, more }: CvFacts): string {
  const joinParts = (parts: string[]) => parts.filter((part) => part !== "").join(", ");
  const tasksShown = jobs.flatMap(({ tasks }) => tasks);
  const sections: [string, string[]][] = [
    [
      "Jobs",
      jobs.map(({ employer, title, period, tasks }) =>
        [joinParts([title, employer, period]), ...tasks.map((task) => `  - ${task}`)].join("\n"),
      ),
    ],
    ["Studies", studies.map(({ school, diploma, period }) => joinParts([diploma, school, period]))],
    ["Skills", skills.length === 0 ? [] : [skills.join(", ")]],
    ["Languages", languages.map(({ language, level }) => joinParts([language, level]))],
    ["Figures", figures.filter((line) => !tasksShown.some((task) => task.includes(line)))],
    ["Other", more],
  ];
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([name, lines]) => `${name}\n${lines.map((line) => `- ${line}`).join("\n")}`)
    .join("\n");
}
