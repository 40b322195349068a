import { expect, it } from "vitest";
import { formatCompanyAndTown } from "../../../web/features/mail/model/company-and-town";

it.each([
  [{ name: "Web Design Besson", website: "", city: "Lyon" }, "Web Design Besson (Lyon)"],
  // Nothing is said twice, and nothing where no town is known.
  [{ name: "Boulangerie de Lyon", website: "", city: "Lyon" }, "Boulangerie de Lyon"],
  [{ name: "", website: "https://www.atelier.example/", city: "" }, "atelier.example"],
])("a company is named with the town of its place that was chosen: %o", (company, shown) => {
  expect(formatCompanyAndTown(company)).toBe(shown);
});
