import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { restrictToJurisdiction } from "../../../worker/adapters/jurisdiction";
import { readConfig } from "../../../worker/platform/config";

/** A namespace that only supports `jurisdiction`, as in production. */
const createNamespace = (restrict: (to: string) => unknown) =>
  ({ jurisdiction: restrict }) as unknown as typeof env.SEARCH;

describe("where data lies", () => {
  it("is the EU unless a setting says otherwise, and a mistyped setting stops the worker", () => {
    expect(readConfig({}).jurisdiction).toBe("eu");
    expect(readConfig({ JURISDICTION: "" }).jurisdiction).toBe("");
    expect(() => readConfig({ JURISDICTION: "europe" })).toThrow(/JURISDICTION/u);
  });

  it("applies to every object that is addressed by name", () => {
    const restricted = { restricted: true };
    expect(
      restrictToJurisdiction(
        createNamespace((to) => ({ ...restricted, to })),
        "eu",
      ),
    ).toEqual({ restricted: true, to: "eu" });
  });

  it("is left to Cloudflare where the setting is empty", () => {
    const namespace = createNamespace(() => {
      throw new Error("must not be called");
    });
    expect(restrictToJurisdiction(namespace, "")).toBe(namespace);
  });

  it("is this machine under local workerd, which knows no jurisdiction", () => {
    expect(restrictToJurisdiction(env.SEARCH, "eu")).toBe(env.SEARCH);
  });

  it("is never dropped silently for another reason", () => {
    expect(() =>
      restrictToJurisdiction(
        createNamespace(() => {
          throw new Error("no such jurisdiction");
        }),
        "eu",
      ),
    ).toThrow("no such jurisdiction");
  });

  it("leaves a missing binding for the health page to name", () => {
    expect(restrictToJurisdiction(undefined as unknown as typeof env.SEARCH, "eu")).toBeUndefined();
  });
});
