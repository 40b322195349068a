import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

interface OperatorContact {
  href: string;
  /** The address or page as shown. */
  label: string;
}

export interface Operator {
  name: string;
  address: string | null;
}

interface OperatorAnswer {
  contact: OperatorContact | null;
  operator: Operator | null;
}

const NOTHING_KNOWN: OperatorAnswer = { contact: null, operator: null };

let pending: Promise<OperatorAnswer> | undefined;

const hasTexts = (value: unknown): value is Operator =>
  typeof value === "object" && value !== null && "name" in value && typeof value.name === "string";

/** Uses neither the query client nor zod, which the landing page does not load. */
async function fetchOperator(): Promise<OperatorAnswer> {
  const response = await fetch("/api/health", { credentials: "same-origin" });
  const { contact, operator } = (await response.json()) as { contact?: unknown; operator?: unknown };
  return {
    contact:
      typeof contact === "string" ? { href: contact, label: contact.replace(/^(?:mailto:|https?:\/\/)/u, "") } : null,
    operator: hasTexts(operator) ? operator : null,
  };
}

function fetchOperatorOnce(): Promise<OperatorAnswer> {
  pending ??= fetchOperator().catch((error: unknown) => {
    pending = undefined;
    // No connection: nothing is shown, and the next page asks again.
    if (error instanceof TypeError || error instanceof SyntaxError) return NOTHING_KNOWN;
    throw error;
  });
  return pending;
}

function useOperatorAnswer(): OperatorAnswer | undefined {
  const [answer, setAnswer] = useState<OperatorAnswer>();
  useEffect(() => {
    let mounted = true;
    void fetchOperatorOnce().then((found) => mounted && setAnswer(found));
    return () => {
      mounted = false;
    };
  }, []);
  return answer;
}

/** The operator's contact: undefined while loading, null where there is none. */
export const useOperatorContact = (): OperatorContact | null | undefined => useOperatorAnswer()?.contact;

/** Who runs the site: undefined while loading, null where nobody has said so. */
export const useOperator = (): Operator | null | undefined => useOperatorAnswer()?.operator;

/** The operator's address or page, for a sentence of a legal page. */
export function useOperatorContactLabel(): string {
  const { t } = useTranslation();
  const contact = useOperatorContact();
  if (contact === undefined) return "…";
  return contact?.label ?? t(($) => $.legal.noContact);
}
