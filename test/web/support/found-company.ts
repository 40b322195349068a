import type { FoundCompany } from "../../../worker/contract/search";

/** A new company without contacts. */
export const makeFoundCompany = (rest: Partial<FoundCompany>): FoundCompany => ({
  id: "a",
  name: "Perrin",
  website: "https://www.perrin-nouveau.fr/",
  redirected_from: null,
  business_type: "shop_bakery",
  city: "Lyon",
  country: "FR",
  email: "",
  phone: "",
  contacts: [],
  apply_elsewhere: null,
  source: "",
  duplicate: false,
  known: false,
  finished: true,
  lat: null,
  lon: null,
  distance_km: null,
  size: null,
  sector: null,
  chain: null,
  sources: null,
  ...rest,
});
