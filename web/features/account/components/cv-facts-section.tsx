import { useTranslation } from "react-i18next";
import type { Settings } from "../../../../worker/contract/account";
import type { Profile } from "../../../../worker/contract/profiles";
import { SETTINGS_ANCHORS } from "../../../lib/source-url";
import { Section } from "../../../ui/page/section";
import { useFacts } from "../hooks/use-facts";
import { FactList } from "./fact-list";

/** What letters may say of the user. @param profile whose CV it is; the default one unless named */
export function CvFactsSection({ settings, profile }: { settings: Settings; profile?: Profile | undefined }) {
  const { t } = useTranslation();
  const cv = profile ? profile.cv : settings.cv;
  return (
    <Section
      anchor={SETTINGS_ANCHORS.confirmed}
      title={t(($) => $.account.facts.title)}
      lead={t(($) => $.account.facts.lead)}
    >
      <FactList facts={useFacts(cv, profile?.id)} cv={cv} />
    </Section>
  );
}
