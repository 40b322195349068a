import type * as z from "zod/mini";
import { toValidationError } from "../../../../worker/contract/errors";

/** What a form says is wrong with a field: a code of the server's list, or one only a form knows. */
export type FieldProblems = Partial<Record<string, string>>;

/**
 * Checks a form with the schema the server will use, before anything is sent.
 * @returns a code per field; empty when all is well
 */
export function validateForm(schema: z.ZodMiniType, values: unknown): FieldProblems {
  const parsed = schema.safeParse(values);
  if (parsed.success) return {};
  return toValidationError(parsed.error).fields;
}

/** An empty password is missing, not too short. */
export function findPasswordProblems(password: string, confirmation: string): FieldProblems {
  return {
    ...(password === "" && { password: "required" }),
    ...(confirmation === ""
      ? { confirmation: "required" }
      : password !== confirmation && { confirmation: "password_mismatch" }),
  };
}

/** The same where the one before is asked for too. */
export function findNewPasswordProblems(
  given: { new_password: string; current_password?: string },
  confirmation: string,
): FieldProblems {
  const { password, ...rest } = findPasswordProblems(given.new_password, confirmation);
  return {
    ...rest,
    ...(password !== undefined && { new_password: password }),
    ...(given.current_password === "" && { current_password: "required" }),
  };
}

/** A list of passwords as the file has it: one after the other, with white space between. */
export const splitWords = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/u).filter(Boolean));

/** Whether a password is on the list, however it is written, or one sign again and again. */
export function isCommonPassword(password: string, common: ReadonlySet<string>): boolean {
  const plain = password.normalize("NFKC").toLowerCase();
  return common.has(plain) || (plain !== "" && new Set(plain).size === 1);
}

/** "PDF only" and "5 MB" before the upload starts; the server looks again, inside the file. */
export function findCvProblem(
  file: Pick<File, "name" | "type" | "size">,
  maxBytes: number,
): "cv_pdf_only" | "cv_too_large" | null {
  const isPdf = file.type === "application/pdf" || (file.type === "" && file.name.toLowerCase().endsWith(".pdf"));
  if (!isPdf) return "cv_pdf_only";
  return file.size > maxBytes ? "cv_too_large" : null;
}

/** So little text that most of the page must be a picture, as with a scan that has a line of text on it. */
export const looksScanned = (text: string): boolean => text.replaceAll(/\s/gu, "").length < 200;

/** Texts replaced by the assistant, newest last: each can be brought back. */
export interface TemplateHistory {
  text: string;
  past: readonly string[];
}
export const replaceTemplate = (draft: TemplateHistory, text: string): TemplateHistory =>
  text === draft.text ? draft : { text, past: [...draft.past, draft.text] };
export const undoTemplate = (draft: TemplateHistory): TemplateHistory => ({
  text: draft.past.at(-1) ?? draft.text,
  past: draft.past.slice(0, -1),
});
