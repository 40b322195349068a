import { expect, it } from "vitest";
import { isCutByPaste } from "../../../web/ui/form/is-cut-by-paste";

const atEnd = (value: string) => ({ value, selectionStart: value.length, selectionEnd: value.length });

it("tells a pasted text that does not fit from one that just does", () => {
  expect(isCutByPaste(atEnd("abc"), "defgh", 8)).toBe(false);
  expect(isCutByPaste(atEnd("abc"), "defghi", 8)).toBe(true);
  expect(isCutByPaste(atEnd("abc"), "defghi", undefined)).toBe(false);
});

it("counts what the pasted text replaces, and a line break as the field does", () => {
  expect(isCutByPaste({ value: "abcdefgh", selectionStart: 2, selectionEnd: 6 }, "1234", 8)).toBe(false);
  expect(isCutByPaste({ value: "abcdefgh", selectionStart: 2, selectionEnd: 6 }, "12345", 8)).toBe(true);
  expect(isCutByPaste(atEnd("abc"), "d\r\ne", 6)).toBe(false);
});

it("takes a field that does not tell its selection as one without", () => {
  expect(isCutByPaste({ value: "abc", selectionStart: null, selectionEnd: null }, "defghi", 8)).toBe(true);
});
