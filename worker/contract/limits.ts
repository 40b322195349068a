/** Every number the product promises, in one place. Times in milliseconds, sizes in bytes unless named otherwise. */
export const LIMITS = {
  nameLength: 100,
  emailLength: 254,
  passwordMin: 6,
  passwordMax: 128,
  cvBytes: 5 * 1024 * 1024,
  templateLength: 5_000,
  messageLength: 10_000,
  subjectLength: 200,
  queryLength: 500,
  categories: 10,
  cities: 10,
  cityLength: 80,
  customCategoryLength: 80,
  suggestions: 50,
  translations: 500,
  bulkSend: 20,
  bulkIds: 200,
  doNotContact: 1_000,
  pageDefault: 200,
  pageMax: 500,
  companiesPerSearch: 500,
  jsonBytes: 256 * 1024,
} as const;

/** The rhythms of the web app, in milliseconds. */
export const RHYTHM = {
  searchPoll: 2_000,
  sidebarPoll: 5_000,
  generationPoll: 1_000,
  popupCheck: 1_000,
  staleGeneration: 2 * 60_000,
  staleGenerationCheck: 10_000,
  toast: 3_000,
} as const;

/** The cities offered in the search wizard, as the specification fixes them. */
export const SUGGESTED_CITIES = [
  "Paris (France)",
  "Lyon (France)",
  "Marseille (France)",
  "London (United Kingdom)",
  "Manchester (United Kingdom)",
  "Birmingham (United Kingdom)",
  "Berlin (Germany)",
  "Munich (Germany)",
  "Hamburg (Germany)",
] as const;
