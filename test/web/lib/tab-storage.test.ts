import { afterEach, describe, expect, it, vi } from "vitest";
import { bindTabToUser, clearStoredGenerations, clearTabStorage } from "../../../web/lib/tab-storage";

afterEach(() => vi.unstubAllGlobals());

describe("the session storage of a tab", () => {
  /** As in a browser, the own keys are the stored ones; methods are not enumerable. */
  const memory = () => {
    const stored: Record<string, unknown> = {
      draftMessage: "{}",
      generationBulkId: '"g"',
      selectedCompanyIds: '["a"]',
    };
    Object.defineProperties(stored, {
      getItem: { value: (key: string) => stored[key] ?? null },
      setItem: {
        value: (key: string, value: string) => {
          stored[key] = value;
        },
      },
      removeItem: {
        value: (key: string) => {
          delete stored[key];
        },
      },
    });
    vi.stubGlobal("window", { sessionStorage: stored });
    return stored;
  };

  it("stays for the same user, and is cleared when another one signs in", () => {
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
