/** How a contact was found; shown to the user beside the page. */
export type ContactSource = "link" | "text" | "structured" | "deobfuscated" | "attribute" | "script";

/** An address in lower case. `context` is the text before it on the page, at most 80 characters. */
export type FoundEmail = { value: string; source: ContactSource; context?: string };

/** `value` is E.164, e.g. "+33199001234". */
export type FoundPhone = { value: string; source: ContactSource };

/** A page of the same site worth reading next; higher scores first. */
export type ScoredLink = { url: string; score: number };

/** `ats`: the site links to an applicant-tracking system. `no_email`: it refuses applications by mail. */
export type ExternalApplication = { url: string; reason: "ats" | "no_email" };

export type PageContacts = {
  /** Best first (rank-emails.ts). */
  emails: FoundEmail[];
  phones: FoundPhone[];
  links: ScoredLink[];
  applyElsewhere?: ExternalApplication;
};

/** Final URL, ISO-2 country of the company, and the host of the company's site if the page is on another site. */
export type PageOrigin = { url: string; country: string; own?: string | undefined };
