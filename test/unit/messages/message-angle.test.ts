import { describe, expect, it } from "vitest";
import type { CvFacts } from "../../../worker/db/schema/json-types";
import { chooseAngle } from "../../../worker/messages/message-angle";

const job = (title: string, employer: string, tasks: string[] = []) => ({
  title,
  employer,
  period: "",

  tasks,
});
const FACTS: CvFacts = {
  jobs: [
    job("Vendeuse", "Pain et Co", ["vente de pain"]),
    job("Serveuse", "Le Phare", ["service en salle"]),
    job("Caissière", "Grand Marché", ["tenue de caisse"]),
    job("Boulangère", "Fournil Nord", ["cuisson du pain", "pain au levain"]),
  ],
  studies: [{ school: "Lycée Moulin", diploma: "CAP vente", period: "2018" }],
  skills: [],
  languages: [],
  figures: [],
  more: [],
};
const BAKERY = { sector: "Boulangerie", about: "Nous vendons du pain au levain." };
const SEEDS = Array.from({ length: 60 }, (_, at) => `company-${at} 0`);
const listDistinct = (facts: CvFacts | null, company = BAKERY) => {
  const angles = SEEDS.map((seed) => chooseAngle(facts, company, seed));
  return {
    openings: [...new Set(angles.map(({ opening }) => opening))].sort(),
    focuses: [...new Set(angles.map(({ focus }) => focus))].sort(),
  };
};

describe("the angle of a letter", () => {
  it("differs among the letters of a batch, and builds on the jobs nearest to the company", () => {
    expect(listDistinct(FACTS)).toEqual({
      openings: ["company", "experience", "wish"],
      focuses: ["Boulangère, Fournil Nord", "Serveuse, Le Phare", "Vendeuse, Pain et Co"],
    });
  });

  it("is the same for the same letter", () => {
    for (const seed of SEEDS) expect(chooseAngle(FACTS, BAKERY, seed)).toEqual(chooseAngle(FACTS, BAKERY, seed));
  });

  it("begins with nothing that is not known", () => {
    expect(listDistinct(null)).toEqual({ openings: ["company", "wish"], focuses: [""] });
    expect(listDistinct(null, { sector: "Boulangerie", about: " " })).toEqual({ openings: ["wish"], focuses: [""] });
    expect(listDistinct({ ...FACTS, jobs: [] }).focuses).toEqual(["CAP vente, Lycée Moulin, 2018"]);
  });
});
