import type * as z from "zod/mini";
import { toValidationError } from "../../../../worker/contract/errors";

/** Problems by field: an error code of the server, or one that only forms use. */
export type FieldProblems = Partial<Record<string, string>>;

/**
 * Validates a form with the server's schema before sending.
 * @returns a code per field; empty when valid
 */
export function validateForm(schema: z.ZodMiniType, values: unknown): FieldProblems {
  const parsed = schema.safeParse(values);
  if (parsed.success) return {};
  return toValidationError(parsed.error).fields;
}

/** Reports an empty password as missing, not as too short. */
export function findPasswordProblems(password: string, confirmation: string): FieldProblems {
  return {
    ...(password === "" && { password: "required" }),
    ...(confirmation === ""
      ? { confirmation: "required" }
      : password !== confirmation && { confirmation: "password_mismatch" }),
  };
}

/** The same for a change of password, which may need the current one. */
export function findNewPasswordProblems(
  passwords: { new_password: string; current_password?: string },
  confirmation: string,
): FieldProblems {
  const { password, ...rest } = findPasswordProblems(passwords.new_password, confirmation);
  return {
    ...rest,
    ...(password !== undefined && { new_password: password }),
    ...(passwords.current_password === "" && { current_password: "required" }),
  };
}
