import { useTranslation } from "react-i18next";
import { useOperatorContact } from "./use-operator-contact";

/** The operator's address or page inside a sentence of a legal page. */
export function useOperatorContactLabel(): string {
  const { t } = useTranslation();
  const contact = useOperatorContact();
  if (contact === undefined) return "…";
  return contact?.label ?? t(($) => $.legal.noContact);
}
