/** How a contact was read: told to the user beside the page it stood on. */
export type ContactSource = "link" | "text" | "structured" | "deobfuscated" | "attribute" | "script";

/** An address in lower case. `context` is what stood just before it on the page, at most 80 characters. */
export type FoundEmail = { value: string; source: ContactSource; context?: string };

/** `value` is E.164, e.g. "+33199001234". */
export type FoundPhone = { value: string; source: ContactSource };

/** A page of the same site worth reading next; higher scores first. */
export type ScoredLink = { url: string; score: number };

/** `ats`: the site links to an applicant-tracking system. `no_email`: it says it takes no applications by mail. */
export type ExternalApplication = { url: string; reason: "ats" | "no_email" };

export type PageContacts = {
  /** Best first (see rank.ts). */
  emails: FoundEmail[];
  phones: FoundPhone[];
  links: ScoredLink[];
  applyElsewhere?: ExternalApplication;
};

/** Where the HTML came from: its final address, the ISO-2 country of the company, and the host of the company's own site if the page stands on another. */
export type PageOrigin = { url: string; country: string; own?: string | undefined };
