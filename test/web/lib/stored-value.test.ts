import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { createStoredValue } from "../../../web/lib/stored-value";

/** The used part of a browser's storage. */
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

describe("a stored value", () => {
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

  it("works without storage that the browser denies", () => {
    vi.stubGlobal("window", {
      get sessionStorage() {
        throw new DOMException("no", "SecurityError");
      },
    });
    ids().write(["a"]);
    expect(ids().read()).toEqual([]);
  });
});
