import { expect, it } from "vitest";
import support from "../../../worker/letter-check/data/support.json" with { type: "json" };
import { findConcept } from "../../../worker/letter-check/vocabulary";

it("knows every concept that the rules about support name", () => {
  const strengths = support.strength.flatMap(({ said, held }) => [...said, ...held]);
  const named = [...Object.values(support.lists).flat(), ...strengths];
  expect(named.filter((id) => !id.startsWith("{") && findConcept(id) === undefined)).toEqual([]);
});
