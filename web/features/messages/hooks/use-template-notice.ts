import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { notify } from "../../../ui/toast/notify";

/** Says that letters need a template, and leads to it. */
export function useTemplateNotice(): () => void {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  return () =>
    notify.remediable(
      t(($) => $.messages.errors.templateRequired),
      { label: t(($) => $.messages.errors.toTemplate), run: () => navigate("/settings/template") },
    );
}
