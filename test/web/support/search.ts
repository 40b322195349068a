import type { Search } from "../../../worker/contract/search";

export const LYON = { city: "Lyon (France)", id: "FR:lyon:45.76:4.83", radius_km: 10, lat: 45.76, lon: 4.83 } as const;
/** A completed search in the directory. */
export const makeSearch = (rest: Partial<Search>): Search => ({
  id: "a",
  status: "completed",
  business_types: ["shop_bakery", "shop_books"],
  cities: ["Nantes", "Lyon (France)"],
  places: [LYON],
  total_companies: 3,
  new_companies: 2,
  duplicate_companies: 1,
  known_companies: 0,
  seen_companies: 0,
  total_emails: 0,
  websites_count: 0,
  scraped_websites_count: 0,
  processed_contacts_count: 0,
  stopped: false,
  unread_companies: 0,
  added_companies: 0,
  added_to_dashboard: false,
  discarded: false,
  warnings: [],
  created_at: "2026-11-23T10:00:00.000Z",
  completed_at: null,
  error: null,
  error_code: null,
  ...rest,
});
