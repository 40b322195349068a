import { describe, expect, it } from "vitest";
import { toCsv } from "../../../worker/contract/csv";

describe("a table for a spreadsheet", () => {
  const toCell = (text: string) => toCsv([[text]], "fr").slice(1, -2);

  it("begins with a byte order mark, ends lines with CRLF and separates cells as the language does", () => {
    expect(
      toCsv(
        [
          ["a", "b"],
          ["1", "2"],
        ],
        "fr",
      ),
    ).toBe('\uFEFF"a";"b"\r\n"1";"2"\r\n');
    expect(toCsv([["a", "b"]], "de")).toBe('\uFEFF"a";"b"\r\n');
    expect(toCsv([["a", "b"]], "en")).toBe('\uFEFF"a","b"\r\n');
  });

  it.each([
    "=1+1",
    "+SUM(A1)",
    "-1+cmd",
    "@now",
    "\t=1",
    "\r=1",
    " =1",
    "\n=1",
    "\u200b=1",
    "＝1+1",
    '=HYPERLINK("x")',
  ])("escapes %j as text, not as a formula", (text) => {
    expect(toCell(text)).toBe(`"'${text.replaceAll('"', '""')}"`);
  });

  it.each(["+33142685300;+33142685301", "Bonjour - merci", "a=b", ""])("leaves %j as it is", (text) => {
    expect(toCell(text)).toBe(`"${text}"`);
  });

  it("keeps quotes, separators and line ends inside their cell", () => {
    expect(toCell('Bonjour ; "vous"\r\n=1')).toBe('"Bonjour ; ""vous""\r\n=1"');
  });
});
