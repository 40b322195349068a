import { expect, it } from "vitest";
import { previewConcurrently, sendConcurrently } from "../support/mails-in-memory";
import { checkHostileMails } from "../support/mime-proof";
import { parseStrictly } from "../support/strict-mime";

// `npm run prove mime` is the long form.

it("hostile strings in every field change no header, no recipient and no text", async () => {
  const { attached, refused, longestLine } = await checkHostileMails(500, 20_261_121);
  expect(attached).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(100);
  expect(refused).toBeLessThan(480);
  expect(longestLine).toBeLessThanOrEqual(998);
}, 120_000);

it.each([
  ["a bare line feed", "To: a@b.example\nBcc: c@d.example\r\n\r\nx"],
  ["a second recipient header", "To: a@b.example\r\nTo: c@d.example\r\n\r\nx"],
  ["a long line", `To: ${"a".repeat(1_000)}\r\n\r\nx`],
  ["a letter that is not ASCII", "To: é@b.example\r\n\r\nx"],
  ["a text of another type", "To: a@b.example\r\nContent-Type: text/html\r\n\r\nx"],
])("the strict parser rejects %s", (_, raw) => {
  expect(() => parseStrictly(raw)).toThrow();
});

it("concurrent sends are encoded chunk by chunk: all are half sent before any is fully encoded", async () => {
  let halfway = 0;
  await sendConcurrently(6, 1_000_000, () => {
    halfway += 1;
  });
  let seen = 0;
  await previewConcurrently(6, 1_000_000, () => {
    seen += 1;
  });
  expect([halfway, seen]).toEqual([1, 1]);
});
