import { useEffect, useState } from "react";

export interface Contact {
  href: string;
  /** The address or page as a reader sees it. */
  label: string;
}

let pending: Promise<Contact | null> | undefined;

/** Asks without the app's cache and schemas, which the landing page does not load. */
async function fetchContact(): Promise<Contact | null> {
  const response = await fetch("/api/health", { credentials: "same-origin" });
  const { contact } = (await response.json()) as { contact?: unknown };
  return typeof contact === "string"
    ? { href: contact, label: contact.replace(/^(?:mailto:|https?:\/\/)/u, "") }
    : null;
}

function fetchContactOnce(): Promise<Contact | null> {
  pending ??= fetchContact().catch((error: unknown) => {
    pending = undefined;
    // Without a connection there is no answer, and the next page asks again.
    if (error instanceof TypeError || error instanceof SyntaxError) return null;
    throw error;
  });
  return pending;
}

/** Where questions go, as the operator has set it: undefined until it is known, null where there is none. */
export function useContact(): Contact | null | undefined {
  const [contact, setContact] = useState<Contact | null>();
  useEffect(() => {
    let mounted = true;
    void fetchContactOnce().then((found) => mounted && setContact(found));
    return () => {
      mounted = false;
    };
  }, []);
  return contact;
}
