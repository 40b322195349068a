import type { FieldProblems } from "./form-validation";

/** Links as typed, one a line; one without a scheme gets `https://`. */
export const parseLinks = (text: string): string[] =>
  text
    .split(/\s+/u)
    .filter((line) => line !== "")
    .map((line) => (/^[a-z]+:/iu.test(line) ? line : `https://${line}`));

/** The code of the links as a whole, or of the first one that is wrong. */
export const findLinkProblem = (problems: FieldProblems): string | undefined =>
  Object.entries(problems).find(([field]) => field === "links" || field.startsWith("links."))?.[1];
