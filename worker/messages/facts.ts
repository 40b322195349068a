import { z } from "zod";
import { WordIndex } from "./word-index";

/** What a CV says, in its own words; a text is empty where the CV does not say it. */
export const CvFacts = z.object({
  jobs: z.array(z.object({ employer: z.string(), title: z.string(), period: z.string(), tasks: z.array(z.string()) })),
  studies: z.array(z.object({ school: z.string(), diploma: z.string(), period: z.string() })),
  skills: z.array(z.string()),
  languages: z.array(z.object({ language: z.string(), level: z.string() })),
  /** Results, sizes and amounts, with the words around them. */
  figures: z.array(z.string()),
  /** Certificates, licences, projects, unpaid work. */
  more: z.array(z.string()),
});
export type CvFacts = z.infer<typeof CvFacts>;

/** As kept with the user. Without `found` somebody is asking the model, or it failed. */
export interface KeptFacts {
  /** Path of the CV they were read out of. */
  of: string;
  /** When they were asked for. ISO 8601 UTC. */
  at: string;
  found: CvFacts | null;
}

/** Words between an employer and what is said of the post on the same lines. */
const NEAR = 30;
const MOST = { jobs: 15, tasks: 10, studies: 10, skills: 60, languages: 12, lines: 20, length: 300 };

/**
 * The facts that hold: their very words stand in the CV, and stand together where they are told together. What does not is
 * dropped, for a letter would repeat it as true.
 */
export function heldFacts(facts: CvFacts, cv: string): CvFacts {
  const text = new WordIndex(cv);
  const held = (words: string) => (words.length <= MOST.length && text.places(words).length > 0 ? words.trim() : "");
  const lines = (list: string[], most: number) =>
    [...new Set(list.map(held))].filter((line) => line !== "").slice(0, most);
  const beside = (words: string, places: number[]) =>
    text.places(words).some((at) => places.some((place) => Math.abs(at - place) <= NEAR)) ? held(words) : "";

  const jobs = facts.jobs.slice(0, MOST.jobs).flatMap((job) => {
    const head = held(job.employer) || held(job.title);
    return head === "" ? [] : [{ ...job, places: text.places(head) }];
  });
  const heads = jobs.flatMap(({ places }) => places);
  /** Whether words stand below this head and above the next: a task of another post is no task of this one. */
  const below = (words: string, places: number[]) =>
    text.places(words).some((at) => places.includes(Math.max(...heads.filter((head) => head <= at))));
  return {
    jobs: jobs.map(({ employer, title, period, tasks, places }) => ({
      employer: held(employer),
      title: beside(title, places),
      period: beside(period, places),
      tasks: lines(
        tasks.filter((task) => below(task, places)),
        MOST.tasks,
      ),
    })),
    studies: facts.studies.slice(0, MOST.studies).flatMap(({ school, diploma, period }) => {
      const head = held(diploma) || held(school);
      if (head === "") return [];
      const places = text.places(head);
      return [{ school: beside(school, places), diploma: beside(diploma, places), period: beside(period, places) }];
    }),
    skills: lines(facts.skills, MOST.skills),
    languages: facts.languages
      .slice(0, MOST.languages)
      .flatMap(({ language, level }) =>
        held(language) === "" ? [] : [{ language: held(language), level: beside(level, text.places(language)) }],
      ),
    figures: lines(facts.figures, MOST.lines),
    more: lines(facts.more, MOST.lines),
  };
}

/** Facts as the writer reads them, a line each; empty for none. */
export function factsText({ jobs, studies, skills, languages, figures, more }: CvFacts): string {
  const listed = (parts: string[]) => parts.filter((part) => part !== "").join(", ");
  const told = jobs.flatMap(({ tasks }) => tasks);
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
    ["Figures", figures.filter((line) => !told.some((task) => task.includes(line)))],
    ["Other", more],
  ];
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([name, lines]) => `${name}\n${lines.map((line) => `- ${line}`).join("\n")}`)
    .join("\n");
}
