import type { ApplicationWay, Company } from "../../../../worker/contract/companies";
import { splitList } from "../../../lib/split-list";

/** A company as the dashboard or the results of a search have it. */
export type Applicable = Pick<
  Company,
  | "id"
  | "name"
  | "website"
  | "city"
  | "country"
  | "email"
  | "phone"
  | "contacts"
  | "apply_elsewhere"
  | "contact_form"
  | "careers_page"
> &
  Partial<Pick<Company, "language" | "message" | "applied" | "profile_id">>;

/** One way to apply without e-mail: a number to call, or a page to open. */
export interface WayToApply {
  way: ApplicationWay;
  target: string;
}

const isWebPage = (url: string): boolean => /^https?:\/\//iu.test(url) && URL.canParse(url);
/** Words of addresses at which a contact form is likely. */
const CONTACT_PAGE = /contact|kontakt|nous-ecrire/iu;

/** All that is known of how to apply without e-mail. The company's home page stands for a form that was not found. */
export function listWaysToApply(company: Applicable): WayToApply[] {
  const { phone, contact_form: form, careers_page: careers, apply_elsewhere: elsewhere, contacts, website } = company;
  const contactPage = contacts.map(({ page }) => page).find((page) => isWebPage(page) && CONTACT_PAGE.test(page));
  const toWay = (way: ApplicationWay, pages: readonly (string | null | undefined)[]): WayToApply[] =>
    pages.flatMap((page) => (typeof page === "string" && isWebPage(page) ? [{ way, target: page }] : [])).slice(0, 1);
  return [
    ...splitList(phone).map((target) => ({ way: "phone" as const, target })),
    ...toWay("form", [form, contactPage, website]),
    ...toWay("careers", [elsewhere?.url, careers]),
  ];
}
