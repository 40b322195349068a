import type { Company } from "../../worker/contract/companies";
import { ROW_HEIGHTS_PX, storedDensity } from "../features/companies/model/stored-density";
import { LISTING_PARAMETERS } from "../features/companies/model/stored-sort-and-filter";
import { formatCompanyName, toReadableHost } from "../lib/company-name";
import { NARROW_SCREEN_PX } from "../lib/narrow-screen";
import { splitList } from "../lib/split-list";

/** Identifies the frame of first-rows-frame.tsx in the built page. */
export const FRAME_ID = "first-rows";

/** Height of the lowest card on a phone. */
const MIN_CARD_HEIGHT_PX = 150;

/**
 * Shows the first companies of the list in the place of the splash, until the app shows the whole.
 * @param companies those that the page carries
 * @returns whether it did: without companies, or at an address that filters them, it does not
 */
export function drawFirstRows(root: HTMLElement, companies: readonly Company[]): boolean {
  const template = document.getElementById(FRAME_ID);
  const parameters = [...new URLSearchParams(window.location.search).keys()];
  const isWholeList = parameters.every((name) => name in LISTING_PARAMETERS);
  if (companies.length === 0 || !isWholeList || !(template instanceof HTMLTemplateElement)) return false;
  const frame = document.importNode(template.content, true);
  const density = storedDensity.read();
  frame.querySelector(".companies-table")?.classList.add(density);
  const row = frame.querySelector(".first-row");
  const rowHeight = window.innerWidth > NARROW_SCREEN_PX ? ROW_HEIGHTS_PX[density] : MIN_CARD_HEIGHT_PX;
  const shown = companies.slice(0, Math.ceil(window.innerHeight / rowHeight));
  row?.replaceWith(...shown.map((company) => fillRow(row.cloneNode(true) as Element, company)));
  root.replaceChildren(frame);
  return true;
}

function fillRow(row: Element, company: Company): Element {
  const { website, business_type: types, city, recipient, email } = company;
  const texts = {
    ".company-name strong": formatCompanyName(company),
    ".company-name .soft": toReadableHost(website),
    ".company-place .soft": city,
    ".company-contacts .soft": recipient ?? splitList(email)[0] ?? "",
  };
  for (const [place, text] of Object.entries(texts)) row.querySelector(place)?.append(text);
  // Their names are not known yet, but whether they take a line.
  if (types === "") row.querySelector(".types")?.remove();
  return row;
}
