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
