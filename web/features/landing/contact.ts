import { useInBrowser } from "../../lib/in-browser";

/** Where questions go: the mailbox `contact` of the domain the product runs on. */
export const contactAddress = (): string => `contact@${window.location.hostname.replace(/^www\./u, "")}`;

/** The link to it, on a page that may have been printed before it was known where the product runs. */
export const useContactLink = (): string | undefined => (useInBrowser() ? `mailto:${contactAddress()}` : undefined);
