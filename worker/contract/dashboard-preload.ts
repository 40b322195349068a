/** The order of the dashboard, and whether only favourites are shown. */
export interface Listing {
  by: "created_at" | "name" | "website";
  order: "asc" | "desc";
  favorites: boolean;
}

/** The default order of the dashboard. */
export const FIRST_LISTING: Listing = { by: "created_at", order: "desc", favorites: false };
/** Companies in the dashboard's first page. */
export const FIRST_PAGE = 30;

/** The query of `listCompanies` for the first page of a listing. */
export const toFirstPageQuery = ({ by, order, favorites }: Listing) => ({
  sort_by: by,
  sort_order: order,
  ...(favorites && { favorited: "true" as const }),
  limit: FIRST_PAGE,
});

/** A GET without parameters in its path. */
export interface PreloadedCall {
  path: `/${string}`;
  query?: Readonly<Record<string, string | number>>;
}

/**
 * The dashboard's first calls: its page carries their answers, as the text of `<script type="application/json"
 * id="first-answers">`, and the web app requests them early when the page carries none. `me` holds the user: without it
 * there are no others.
 */
export const preloadedCalls = (listing: Listing) =>
  ({
    me: { path: "/auth/me" },
    health: { path: "/health" },
    companies: { path: "/dashboard/companies", query: toFirstPageQuery(listing) },
    settings: { path: "/settings" },
    doNotContact: { path: "/settings/do-not-contact" },
    generation: { path: "/dashboard/generations/current" },
    activity: { path: "/activity" },
  }) satisfies Record<string, PreloadedCall>;
export type PreloadedName = keyof ReturnType<typeof preloadedCalls>;
