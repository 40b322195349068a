/** Where questions go: the mailbox `contact` of the domain the product runs on. */
export const contactAddress = (): string => `contact@${window.location.hostname.replace(/^www\./u, "")}`;
