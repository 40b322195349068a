import type { Company } from "../../worker/contract/companies";
import { ROW_HEIGHTS_PX, storedDensity } from "../features/companies/model/stored-density";
import { formatCompanyName, toReadableHost } from "../lib/company-name";
import { splitList } from "../lib/split-list";

/** Identifies the frame of first-rows-frame.tsx in the built page. */
export const FRAME_ID = "first-rows";

/** Filters of the list, which the app knows how to apply. */
const FILTERS = ["q", "state", "outcome", "tag"];

/**
 * Shows the first companies of the list in the place of the splash, until the app shows the whole.
 * @param companies those that the page carries
 */
export function drawFirstRows(root: HTMLElement, companies: readonly Company[]): void {
  const template = document.getElementById(FRAME_ID);
  const search = new URLSearchParams(window.location.search);
  if (companies.length === 0 || !(template instanceof HTMLTemplateElement) || FILTERS.some((each) => search.has(each)))
    return;
  const frame = document.importNode(template.content, true);
  const density = storedDensity.read();
  frame.querySelector(".companies-table")?.classList.add(density);
  const row = frame.querySelector<HTMLTableRowElement>(".first-row");
  const shown = companies.slice(0, Math.ceil(window.innerHeight / ROW_HEIGHTS_PX[density]));
  row?.replaceWith(
    ...shown.map((company) => {
      const copy = row.cloneNode(true) as HTMLTableRowElement;
      const { website, city, recipient, email } = company;
      const contact = recipient ?? splitList(email)[0] ?? "";
      const texts = [formatCompanyName(company), toReadableHost(website), city, contact];
      for (const [at, place] of copy.querySelectorAll("strong, .soft").entries()) place.textContent = texts[at] ?? "";
      return copy;
    }),
  );
  root.replaceChildren(frame);
}
