import { useTranslation } from "react-i18next";
import { useContact } from "./contact";

/** The operator's address or page inside a sentence of a legal page. */
export function useContactLabel(): string {
  const { t } = useTranslation();
  const contact = useContact();
  if (contact === undefined) return "…";
  return contact?.label ?? t(($) => $.legal.noContact);
}
