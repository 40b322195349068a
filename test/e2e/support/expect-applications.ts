import { expect } from "vitest";
import type { SentMails } from "./sent-mails.ts";

/** What mails sent by a newcomer must be. */
export function expectApplications(
  mails: SentMails,
  expected: { from: string; names: readonly string[]; greeting: RegExp; cv: string },
): void {
  expect(mails).toHaveLength(expected.names.length);
  expect(new Set(mails.map(({ to }) => to)).size).toBe(mails.length);
  for (const { from, subject, text, attachments } of mails) {
    expect(from).toContain(expected.from);
    expect(subject).not.toBe("");
    expect(text).toMatch(expected.greeting);
    expect(
      expected.names.some((name) => text.includes(name)),
      `one of ${expected.names.join(", ")} in\n${text}`,
    ).toBe(true);
    expect(attachments).toEqual([{ filename: expected.cv, mimeType: "application/pdf" }]);
  }
}
