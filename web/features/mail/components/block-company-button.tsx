import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { toReadableDomain } from "../../../../worker/contract/readable-domain";
import { useErrorText } from "../../../i18n/use-error-text";
import { Button } from "../../../ui/button/button";
import { Icon } from "../../../ui/graphics/icon";
import { Banner } from "../../../ui/status/banner";
import "./do-not-contact.css";
import { useDoNotContact } from "../hooks/use-do-not-contact";
import { toDoNotContactEntries, createDoNotContactMatcher } from "../model/do-not-contact-matcher";

/**
 * Adds a company to the do-not-contact list: its own domain, and its addresses elsewhere. Nothing for a company
 * without addresses.
 */
export function BlockCompanyButton({ company }: { company: Pick<Company, "website" | "email"> }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { query, entries, add } = useDoNotContact();
  const wanted = toDoNotContactEntries(company);
  const isListed = createDoNotContactMatcher(entries);
  const missing = wanted.filter((entry) => !isListed(entry));
  if (wanted.length === 0) return null;
  if (query.isSuccess && missing.length === 0)
    return (
      <p className="row never-listed small">
        <Icon name="block" />
        <span>{t(($) => $.mail.never.listed, { entries: wanted.map(toReadableDomain).join(", ") })}</span>
      </p>
    );
  return (
    <div className="stack stack-tight">
      <div className="row">
        <Button
          size="small"
          icon="block"
          busy={add.isPending}
          disabled={!query.isSuccess}
          onClick={() => add.mutate(missing)}
        >
          {t(($) => $.mail.never.company)}
        </Button>
        <span className="soft small">
          {t(($) => $.mail.never.companyHint, { entries: missing.map(toReadableDomain).join(", ") })}
        </span>
      </div>
      {(add.isError || query.isError) && (
        <Banner tone="bad" alert>
          {errorText(add.error ?? query.error)}
        </Banner>
      )}
    </div>
  );
}
