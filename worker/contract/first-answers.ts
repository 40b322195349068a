/** How many companies the dashboard asks for first. */
export const FIRST_PAGE = 30;

/** The favourites filter and the order of the dashboard. */
interface Listed {
  by: "created_at" | "website";
  order: "asc" | "desc";
  favorites: boolean;
}

/** What the dashboard asks for first, to the letter. */
export const firstPageUrl = ({ by, order, favorites }: Listed): string =>
  `/api/dashboard/companies?sort_by=${by}&sort_order=${order}${favorites ? "&favorited=true" : ""}&limit=${FIRST_PAGE}`;

/**
 * What a screen asks for first: its page brings the answers along, each as the text of a `<script type="application/json" data-answer="…">`
 * with its address. The first one says who is signed in: without it there are no others.
 */
export const FIRST_ANSWERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  "/dashboard": ["/api/auth/me", "/api/health", firstPageUrl({ by: "created_at", order: "desc", favorites: false }), "/api/settings", "/api/settings/do-not-contact", "/api/dashboard/generations/current", "/api/search/current"],
};
