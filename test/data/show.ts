/** `npm run data:show [set] [id]`: lists the sets of test data, the ids of one, or shows one entry to a reader. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { exampleAnswers, tunedAnswers, unseenAnswers } from "./answers.ts";
import { categoryQueries } from "./categories.ts";
import { contactEmails, contactScripts, contactSnippets } from "./contact-snippets.ts";
import { listPages, listSites } from "./contacts.ts";
import { jobQueries, secondUnseenJobQueries, unseenJobQueries } from "./job-queries.ts";
import { LETTER_SETS, listLetterCases } from "./letter-cases.ts";
import { honestLetters, lies } from "./letters.ts";

interface Entry {
  id: string;
  show: () => string;
}

const toFields = (fields: Record<string, string | string[]>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : value.join(" ")}`)
    .join("\n");

/** Writes pages to files that a browser can open. @returns their paths, one per line */
function writePages(pages: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "candidature-data-"));
  return Object.entries(pages)
    .map(([name, text]) => {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    })
    .join("\n");
}

interface Letter {
  cv: string;
  template: string;
  company: { name: string; website: string; city: string; country: string; about: string };
  others: string[];
  language: string;
  subject: string;
  text: string;
}
const toSheet = ({ cv, template, company, others, language, subject, text }: Letter): string =>
  [
    `CV\n${cv}`,
    `Template\n${template}`,
    `Company\n${toFields({ ...company })}`,
    `The user's other companies\n${others.join(", ")}`,
    `Letter (${language})\n${subject}\n\n${text}`,
  ].join("\n\n---- ");

const SETS = new Map<string, () => Entry[]>(
  Object.entries({
    contacts: () =>
      listPages().map(({ html, ...labels }) => ({
        id: labels.id,
        show: () => `${toFields(labels)}\n\n${writePages({ [`${labels.id}.html`]: html })}`,
      })),
    sites: () =>
      listSites().map(({ pages, ...labels }) => ({
        id: labels.domain,
        show: () => `${toFields(labels)}\n\n${writePages(pages)}`,
      })),
    snippets: () =>
      contactSnippets.flatMap(({ title, cases }) =>
        cases.map(({ what, country, html, expected }) => ({
          id: what,
          show: () => `${toFields({ title, country, expected })}\n\n${html}`,
        })),
      ),
    emails: () =>
      [...contactEmails.techniques, ...contactEmails.traps].map(({ what, html }) => ({ id: what, show: () => html })),
    scripts: () =>
      [...contactScripts.unrelated, ...contactScripts.assembled].map(({ what, html }) => ({
        id: what,
        show: () => html,
      })),
    letters: () => [
      ...Object.entries(honestLetters).map(([id, letter]) => ({ id, show: () => toSheet(letter) })),
      ...LETTER_SETS.flatMap(listLetterCases).map(({ id, expect, kind, ...letter }) => ({
        id,
        show: () => `${toFields({ expect, kind })}\n\n---- ${toSheet(letter)}`,
      })),
    ],
    lies: () =>
      lies.map(({ says, code, letter }) => ({ id: says, show: () => `code: ${code}\n\n---- ${toSheet(letter)}` })),
    categories: () =>
      Object.entries(categoryQueries).flatMap(([set, queries]) =>
        queries.map(({ query, language, gcids }) => ({ id: query, show: () => toFields({ set, language, gcids }) })),
      ),
    answers: () =>
      [...exampleAnswers, ...tunedAnswers, ...unseenAnswers].map(({ id, headers, text, ...labels }) => ({
        id,
        show: () => `${toFields({ ...labels, ...headers })}\n\n${text}`,
      })),
    jobs: () =>
      [...jobQueries, ...unseenJobQueries, ...secondUnseenJobQueries].map(
        ({ id, query, language, useful, useless }) => ({
          id,
          show: () => toFields({ query, language, useful: [...useful], useless: [...useless] }),
        }),
      ),
  }),
);

const [set, id] = process.argv.slice(2);
const listEntries = set === undefined ? undefined : SETS.get(set);
if (set === undefined) console.log([...SETS.keys()].join("\n"));
else if (!listEntries) {
  console.error(`no such set: ${set}; there are ${[...SETS.keys()].join(", ")}`);
  process.exitCode = 1;
} else if (id === undefined) {
  console.log(
    listEntries()
      .map((entry) => entry.id)
      .join("\n"),
  );
} else {
  const found = listEntries().filter((entry) => entry.id === id);
  if (found.length === 0) {
    console.error(`${set} has no ${id}; \`npm run data:show ${set}\` lists its ids`);
    process.exitCode = 1;
  } else console.log(found.map((entry) => entry.show()).join("\n\n"));
}
