import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

export interface OperatorContact {
  href: string;
  /** The address or page as shown. */
  label: string;
}

let pendingContact: Promise<OperatorContact | null> | undefined;

/** Uses neither the query client nor zod, which the landing page does not load. */
async function fetchContact(): Promise<OperatorContact | null> {
  const response = await fetch("/api/health", { credentials: "same-origin" });
  const { contact } = (await response.json()) as { contact?: unknown };
  return typeof contact === "string"
    ? { href: contact, label: contact.replace(/^(?:mailto:|https?:\/\/)/u, "") }
    : null;
}

function fetchContactOnce(): Promise<OperatorContact | null> {
  pendingContact ??= fetchContact().catch((error: unknown) => {
    pendingContact = undefined;
    // No connection: no contact is shown, and the next page asks again.
    if (error instanceof TypeError || error instanceof SyntaxError) return null;
    throw error;
  });
  return pendingContact;
}

/** The operator's contact: undefined while loading, null where there is none. */
export function useOperatorContact(): OperatorContact | null | undefined {
  const [contact, setContact] = useState<OperatorContact | null>();
  useEffect(() => {
    let mounted = true;
    void fetchContactOnce().then((found) => mounted && setContact(found));
    return () => {
      mounted = false;
    };
  }, []);
  return contact;
}

/** The operator's address or page, for a sentence of a legal page. */
export function useOperatorContactLabel(): string {
  const { t } = useTranslation();
  const contact = useOperatorContact();
  if (contact === undefined) return "…";
  return contact?.label ?? t(($) => $.legal.noContact);
}
