import { describe, expect, it } from "vitest";
import { chooseAngle } from "../../../worker/messages/message-angle";

const job = (text: string, ...details: string[]) => ({ kind: "job" as const, text, details });
const JOBS = [
  job("Vendeuse, Pain et Co", "vente de pain"),
  job("Serveuse, Le Phare", "service en salle"),
  job("Caissière, Grand Marché", "tenue de caisse"),
  job("Boulangère, Fournil Nord", "cuisson du pain", "pain au levain"),
];
const STUDY = { kind: "study" as const, text: "CAP vente, Lycée Moulin, 2018", details: [] };
const BAKERY = { sector: "Boulangerie", facts: [{ text: "Nous vendons du pain au levain." }] };
const SEEDS = Array.from({ length: 60 }, (_, at) => `company-${at} 0`);
const listDistinct = (facts: Parameters<typeof chooseAngle>[0], company = BAKERY) => {
  const angles = SEEDS.map((seed) => chooseAngle(facts, company, seed));
  return {
    openings: [...new Set(angles.map(({ opening }) => opening))].sort(),
    focuses: [...new Set(angles.map(({ focus }) => focus))].sort(),
  };
};

describe("the angle of a letter", () => {
  it("differs among the letters of a batch, and builds on the jobs nearest to the company", () => {
    expect(listDistinct([...JOBS, STUDY])).toEqual({
      openings: ["company", "experience", "wish"],
      focuses: ["Boulangère, Fournil Nord", "Serveuse, Le Phare", "Vendeuse, Pain et Co"],
    });
  });

  it("is the same for the same letter", () => {
    for (const seed of SEEDS) expect(chooseAngle(JOBS, BAKERY, seed)).toEqual(chooseAngle(JOBS, BAKERY, seed));
  });

  it("begins with nothing that is not known", () => {
    expect(listDistinct([])).toEqual({ openings: ["company", "wish"], focuses: [""] });
    expect(listDistinct([], { sector: "Boulangerie", facts: [] })).toEqual({ openings: ["wish"], focuses: [""] });
    expect(listDistinct([STUDY]).focuses).toEqual([STUDY.text]);
  });
});
