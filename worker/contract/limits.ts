/** Languages of the interface; the first is the default. */
export const LANGUAGES = ["fr", "en", "de"] as const;

/** All limits the product promises. Times in milliseconds, sizes in bytes unless named otherwise. */
export const LIMITS = {
  nameLength: 100,
  emailLength: 254,
  passwordMin: 6,
  passwordMax: 128,
  /** Profiles of a user, the default one included, and the length of a name. */
  profiles: 5,
  profileName: 60,
  cvBytes: 5 * 1024 * 1024,
  /** Above this, some mailboxes refuse a CV: in a mail it grows by a third. */
  cvHeavyBytes: 3_000_000,
  templateLength: 5_000,
  messageLength: 10_000,
  subjectLength: 200,
  /** Versions of a message that are kept. */
  messageVersions: 20,
  /** What a rewrite is told ("shorter"), in characters. */
  instructionLength: 500,
  /** Facts a user adds or confirms: how many, and the length of one. */
  confirmedFacts: 200,
  factLength: 300,
  /** Tasks of a job. */
  factDetails: 10,
  /** Links of the signature, and the length of one. */
  signatureLinks: 4,
  linkLength: 200,
  letterAddressLength: 200,
  letterAddressLines: 5,
  queryLength: 500,
  categories: 10,
  cities: 10,
  cityLength: 80,
  /** Places suggested while typing. */
  placeSuggestions: 8,
  /** Searches a user keeps, the length of a name, and the companies of earlier runs that are remembered. */
  savedSearches: 20,
  savedSearchName: 120,
  seenCompanies: 1_000,
  customCategoryLength: 80,
  customCategoryLetters: 3,
  suggestions: 50,
  translations: 500,
  /** What a user notes about a company; the tags of one, the length of a tag, and how many are suggested. */
  noteLength: 5_000,
  companyTags: 10,
  tagLength: 30,
  tagSuggestions: 200,
  /** Mails that the page of a company tells of. */
  companyMails: 20,
  /** A telephone number, or the address of a page. */
  applicationTarget: 1_000,
  /** A pasted answer in characters; a mail as a file, in base64; what is kept of either. */
  answerText: 50_000,
  answerFile: 240_000,
  answerExcerpt: 500,
  /** Below, from 0 to 1, an outcome that was read is shown as a doubt: of those, a third was wrong. */
  sureConfidence: 0.7,
  /** Outcomes that the page of a company tells of, and proposals that wait at once. */
  companyOutcomes: 50,
  proposals: 200,
  nextDateText: 120,
  /** Days since the company was last written to or called, characters of a follow-up, how many are listed. */
  followUpDays: 7,
  followUpLength: 3_000,
  followUpList: 200,
  /** Mails that are forwarded for a user in an hour, and the size of one. */
  inboundMails: 200,
  inboundMailBytes: 15 * 1024 * 1024,
  /** A record of applications: its days, its lines, and how many of them with their messages. */
  reportDays: 366,
  reportLines: 2_000,
  reportLetters: 300,
  bulkSend: 20,
  /** Mails that wait in the outbox of a user; for how long an approval holds, and a time may be chosen. */
  outboxMails: 200,
  outboxDaysAhead: 30,
  bulkIds: 200,
  /** The fewest letters for which a batch of the model is waited for. */
  waitingLetters: 10,
  doNotContact: 1_000,
  /** Mails a user may send in a day (UTC), unless DAILY_LIMIT says otherwise. */
  mailsPerDay: 50,
  /** Applications that a company gets in a week, of all users; and one of which a source says 50 people or more. */
  companyMailsPerWeek: 2,
  largeCompanyMailsPerWeek: 6,
  /**
   * Objections of companies: length of a reason; how many from one network take effect in an hour, and how many
   * unproven ones from all networks in a day.
   */
  objectionReason: 500,
  objectionsPerNetwork: 10,
  objectionsPerDay: 1_000,
  /** Checks of a domain's proof for one network in an hour. */
  proofChecksPerNetwork: 30,
  pageDefault: 200,
  pageMax: 500,
  companiesPerSearch: 500,
  /** A list of the user's own: its file, its lines, its columns, pasted text, and the length of values. */
  listBytes: 5 * 1024 * 1024,
  listLines: 10_000,
  listColumns: 100,
  listText: 100_000,
  listNameLength: 200,
  listWebsiteLength: 500,
  listPhoneLength: 60,
  jsonBytes: 256 * 1024,
  /**
   * Failed sign-ins, to one account (and on each of its known devices) and from one network, before the longest wait;
   * and that wait.
   */
  signInFailures: 10,
  signInFailuresPerNetwork: 30,
  signInWaitMs: 15 * 60_000,
  /** Devices on which a user is known to have signed in. */
  knownDevices: 20,
  /** How long after signing in an account may be deleted, exported, or given its first password. */
  recentSignInMs: 10 * 60_000,
  /** Registration attempts from one network in an hour, unless wrangler.toml says otherwise. */
  registrationsPerNetwork: 60,
} as const;

/** Calls of a user in an hour that cost something, unless wrangler.toml says otherwise. */
export const QUOTAS = {
  search: 30,
  suggestion: 300,
  generation: 300,
  improvement: 60,
  upload: 20,
  export: 10,
  report: 30,
} as const;
export type Quota = keyof typeof QUOTAS;

/** Intervals of the web app, in milliseconds. */
export const INTERVALS_MS = {
  searchPoll: 2_000,
  /** The sidebar's, while something runs and while nothing does. */
  sidebarPoll: 5_000,
  sidebarIdle: 60_000,
  generationPoll: 1_000,
  /** Of searches and letters, and of the idle sidebar, while a socket tells of changes: for what it may have lost. */
  livePoll: 10_000,
  liveIdle: 15 * 60_000,
  popupCheck: 1_000,
  staleGeneration: 2 * 60_000,
  staleGenerationCheck: 10_000,
  toast: 3_000,
  /** With a button in it. */
  toastWithButton: 10_000,
} as const;
