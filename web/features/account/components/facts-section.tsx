import { useTranslation } from "react-i18next";
import type { Settings } from "../../../../worker/contract/account";
import { SETTINGS_ANCHORS } from "../../../lib/source-url";
import { Section } from "../../../ui/page/section";
import { useFacts } from "../hooks/use-facts";
import { FactList } from "./fact-list";

/** What letters may say of the user. */
export function FactsSection({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  return (
    <Section
      anchor={SETTINGS_ANCHORS.confirmed}
      title={t(($) => $.account.facts.title)}
      lead={t(($) => $.account.facts.lead)}
    >
      <FactList facts={useFacts(settings.cv)} cv={settings.cv} />
    </Section>
  );
}
