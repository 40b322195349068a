import { describe, expect, it } from "vitest";
import { extractPdfText } from "../../../worker/account/cv/pdf-text";
import { fontWithCharacters } from "../support/hostile-pdfs";

describe("an honest CV is read", () => {
  const readTable = async (table: string) => (await extractPdfText(fontWithCharacters(table))).status;
  const inTable = (ranges: string) =>
    `begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange ${ranges} endbfrange endcmap`;
  const toCode = (code: number) => `<${code.toString(16).padStart(4, "0")}>`;

  it("whose font has a list of texts, one of them two letters, however far apart their codes are", async () => {
    expect(await readTable(inTable("<0041> <0043> [<006d> <0066 0069> <0041>]"))).toBe("ok");
    expect(await readTable(inTable("<0041><0042>[<0041><0066006600690066>] <0043> <0044> <0043>"))).toBe("ok");
  });

  it("whose font lists a text for every code", async () => {
    const texts = Array.from({ length: 65_536 }, (_, code) => toCode(code)).join(" ");
    expect(await readTable(inTable(`<0000> <ffff> [${texts}]`))).toBe("ok");
  });

  it("but not when a list hides ranges, or writes too much", async () => {
    expect(await readTable(inTable("<0041> <0042> [<0041>] ] <000000> <FFFFFE> <0041>"))).toBe("too_complex");
    expect(await readTable(inTable("<0041> <0042> [<0041> <000000> <FFFFFE> <0041>"))).toBe("too_complex");
    expect(await readTable(inTable(`<0041> <0042> [<${"0041".repeat(300_000)}>]`))).toBe("too_complex");
  });
});
