/** The order of the dashboard, and whether only favourites are shown. */
export interface Listing {
  by: "created_at" | "website";
  order: "asc" | "desc";
  favorites: boolean;
}

/** As the dashboard is listed in a tab that remembers no other order. */
export const FIRST_LISTING: Listing = { by: "created_at", order: "desc", favorites: false };
/** How many companies the dashboard asks for first. */
export const FIRST_PAGE = 30;

/**
 * What the dashboard asks for first, to the letter: its page brings the answers along, as the text of `<script type="application/json" id="first-answers">`.
 * The first one says who is signed in: without it there are no others.
 */
export const firstCalls = ({ by, order, favorites }: Listing): [me: string, health: string, ...others: string[]] => [
  "/api/auth/me",
  "/api/health",
  `/api/dashboard/companies?sort_by=${by}&sort_order=${order}${favorites ? "&favorited=true" : ""}&limit=${FIRST_PAGE}`,
  "/api/settings",
  "/api/settings/do-not-contact",
  "/api/dashboard/generations/current",
  "/api/activity",
];
