import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { toHost } from "../../../web/lib/company-name";
import { toCsv } from "../../../web/lib/csv";
import { formatTimeLeft, estimateSecondsLeft } from "../../../web/lib/estimated-time";
import { formatBytes, formatTimeUntil } from "../../../web/lib/format";
import { toReadableDomain } from "../../../web/lib/readable-domain";
import { bindTabToUser, clearStoredGenerations, clearTabStorage } from "../../../web/lib/session-reset";
import { createStoredValue } from "../../../web/lib/stored-value";

/** A browser's storage, as far as it is used. */
function createStorage(entries: Record<string, string>) {
  return {
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, value: string) => {
      entries[key] = value;
    },
    removeItem: (key: string) => {
      delete entries[key];
    },
  };
}
afterEach(() => vi.unstubAllGlobals());

describe("what a tab remembers", () => {
  /** Its keys are what is kept, as a browser has it; the methods are none. */
  const memory = () => {
    const kept: Record<string, unknown> = { draftMessage: "{}", generationBulkId: '"g"', selectedCompanyIds: '["a"]' };
    Object.defineProperties(kept, {
      getItem: { value: (key: string) => kept[key] ?? null },
      setItem: {
        value: (key: string, value: string) => {
          kept[key] = value;
        },
      },
      removeItem: {
        value: (key: string) => {
          delete kept[key];
        },
      },
    });
    vi.stubGlobal("window", { sessionStorage: kept });
    return kept;
  };

  it("stays with the same user, and is forgotten when another one signs in", () => {
    const entries = memory();
    bindTabToUser("ana");
    bindTabToUser("ana");
    expect(Object.keys(entries).toSorted()).toEqual([
      "draftMessage",
      "generationBulkId",
      "selectedCompanyIds",
      "tabUser",
    ]);
    bindTabToUser("bea");
    expect(entries).toEqual({ tabUser: "bea" });
  });

  it("loses its generations at every sign-in, and everything when its user leaves", () => {
    const entries = memory();
    clearStoredGenerations();
    expect(Object.keys(entries)).toEqual(["draftMessage", "selectedCompanyIds"]);
    clearTabStorage();
    expect(entries).toEqual({});
  });
});

describe("what the browser keeps", () => {
  const ids = () => createStoredValue("session", "ids", z.array(z.string()), []);

  it("is read as it was written", () => {
    vi.stubGlobal("window", { sessionStorage: createStorage({}) });
    ids().write(["a", "b"]);
    expect(ids().read()).toEqual(["a", "b"]);
    ids().clear();
    expect(ids().read()).toEqual([]);
  });

  it.each(["{", "null", '"a"', "[1]"])("is the fallback when it holds %s", (text) => {
    vi.stubGlobal("window", { sessionStorage: createStorage({ ids: text }) });
    expect(ids().read()).toEqual([]);
  });

  it("may be plain text, as the language is", () => {
    const entries: Record<string, string> = {};
    vi.stubGlobal("window", { localStorage: createStorage(entries) });
    createStoredValue("local", "language", z.string(), "fr", true).write("en");
    expect(entries).toEqual({ language: "en" });
  });

  it("does without a storage that the browser refuses", () => {
    vi.stubGlobal("window", {
      get sessionStorage() {
        throw new DOMException("no", "SecurityError");
      },
    });
    ids().write(["a"]);
    expect(ids().read()).toEqual([]);
  });
});

describe("formats", () => {
  it("shows the host of a website", () => {
    expect(toHost("https://www.lumen.test/fr")).toBe("lumen.test");
    expect(toHost("lumen")).toBe("lumen");
  });

  it.each([
    [1, "en", "in 1 second"],
    [5, "fr", "dans 5 secondes"],
    [89, "en", "in 89 seconds"],
    [90, "en", "in 2 minutes"],
    [900, "fr", "dans 15 minutes"],
    [3_600, "en", "in 60 minutes"],
    [5_400, "fr", "dans 2 heures"],
    [48_001, "en", "in 14 hours"],
  ] as const)("waiting %i seconds is said as %s people do: %s", (seconds, language, words) => {
    expect(formatTimeUntil(seconds, language).replaceAll(/\s/gu, " ")).toBe(words);
  });

  it("shows sizes in the units of the language", () => {
    expect(formatBytes(1_240_000, "fr").replaceAll(/\s/gu, " ")).toBe("1,2 Mo");
    expect(formatBytes(84_000, "en").replaceAll(/\s/gu, " ")).toBe("84 kB");
  });
});

describe("a table for a spreadsheet", () => {
  const toCell = (text: string) => toCsv([[text]], "fr").slice(1, -2);

  it("begins with a byte order mark, ends its lines with CRLF and parts its cells as the language does", () => {
    expect(
      toCsv(
        [
          ["a", "b"],
          ["1", "2"],
        ],
        "fr",
      ),
    ).toBe('\uFEFF"a";"b"\r\n"1";"2"\r\n');
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
  ])("takes %j for text, not for a formula", (text) => {
    expect(toCell(text)).toBe(`"'${text.replaceAll('"', '""')}"`);
  });

  it.each(["+33142685300;+33142685301", "Bonjour - merci", "a=b", ""])("leaves %j as it is", (text) => {
    expect(toCell(text)).toBe(`"${text}"`);
  });

  it("keeps quotes, separators and line ends inside their cell", () => {
    expect(toCell('Bonjour ; "vous"\r\n=1')).toBe('"Bonjour ; ""vous""\r\n=1"');
  });
});

describe("a domain as people write it", () => {
  it.each([
    ["xn--mller-kva.de", "müller.de"],
    ["rh@xn--caf-lyse-d1abd.fr", "rh@café-élysée.fr"],
    ["xn--mnchen-ost-9db.xn--bcher-kva.example", "münchen-ost.bücher.example"],
    ["firm.com", "firm.com"],
    // Letters that look like Latin ones and are not; no letters at all.
    ["xn--e1afmkfd.xn--p1ai", "xn--e1afmkfd.xn--p1ai"],
    ["xn--a.fr", "xn--a.fr"],
    ["xn--.com", "xn--.com"],
    ["xn--99999999999.fr", "xn--99999999999.fr"],
  ])("%s is shown as %s", (domain, shown) => {
    expect(toReadableDomain(domain)).toBe(shown);
  });
});

describe("the time that is left", () => {
  it("is told from the pace, once there is one", () => {
    const first = { at: 0, done: 10 };
    expect(estimateSecondsLeft(first, { at: 3_000, done: 20 }, 100)).toBe(null);
    expect(estimateSecondsLeft(first, { at: 60_000, done: 11 }, 100)).toBe(null);
    expect(estimateSecondsLeft(first, { at: 10_000, done: 20 }, 100)).toBe(80);
    expect(estimateSecondsLeft(first, { at: 10_000, done: 100 }, 100)).toBe(null);
  });

  it.each([
    [3, "10 seconds"],
    [41, "50 seconds"],
    [56, "1 minute"],
    [80, "2 minutes"],
    [3_600, "60 minutes"],
  ] as const)("%d s are about %s", (seconds, text) => {
    expect(formatTimeLeft(seconds, "en")).toBe(text);
  });
});
