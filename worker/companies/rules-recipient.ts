import type { companies } from "../db/schema/companies";
import { normalizeAddress } from "../lib/email-address";

/** The recipient's address in the form for the log and comparisons; null without a valid one. */
export const findMailAddress = (company: Pick<CompanyRow, "recipient" | "email">): string | null =>
  normalizeAddress(chooseRecipient(company) ?? "");
export type CompanyRow = typeof companies.$inferSelect;

/** Addresses or numbers as they are stored: joined by `;`. */
export const splitList = (joined: string): string[] => joined.split(";").filter((part) => part !== "");

/** Recipient of a company: the user's choice, else the best address found; null without any. */
export function chooseRecipient(row: Pick<CompanyRow, "recipient" | "email">): string | null {
  const addresses = splitList(row.email);
  return row.recipient !== null && addresses.includes(row.recipient) ? row.recipient : (addresses[0] ?? null);
}
