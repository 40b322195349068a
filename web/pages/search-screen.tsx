import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useDoNotContact } from "../features/mail/hooks/use-do-not-contact";
import { createCompanyMatcher } from "../features/mail/model/do-not-contact-matcher";
import { SearchModes } from "../features/search/components/own/search-modes";
import { SearchWizard } from "../features/search/components/search-wizard";
import type { SearchMode } from "../features/search/model/search-mode";
import { createLazyDialog } from "../ui/dialog/lazy-dialog";
import { Page } from "../ui/page/page";
import { useSender } from "./use-sender";

const ApplyDialog = createLazyDialog(
  async () => (await import("../features/applications/components/apply-dialog")).ApplyDialog,
);

/** The search for companies: in the directory, or those that the user brings. */
export function SearchScreen({ mode }: { mode: SearchMode }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { candidate } = useSender();
  const { entries } = useDoNotContact();
  const isListed = useMemo(() => createCompanyMatcher(entries), [entries]);
  return (
    <Page title={t(($) => $.search.title)} dense actions={<SearchModes mode={mode} />}>
      <SearchWizard
        mode={mode}
        onAdded={() => navigate("/dashboard")}
        renderApply={(company, profileId, onClose) =>
          candidate && (
            <ApplyDialog
              company={{ ...company, profile_id: profileId }}
              candidate={candidate}
              listed={isListed(company)}
              onClose={onClose}
            />
          )
        }
      />
    </Page>
  );
}
