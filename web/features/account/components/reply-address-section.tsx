import { useTranslation } from "react-i18next";
import type { Settings } from "../../../../worker/contract/account";
import { toReplyAddress } from "../../../../worker/contract/reply-address";
import { Switch } from "../../../ui/form/checkbox";
import { Section } from "../../../ui/page/section";
import { useSavePreferences } from "../hooks/use-save-preferences";

/** Stand for any company, and for a mailbox not connected yet, in the example. */
const EXAMPLE_COMPANY_ID = "4f81c6d2-09ab";
const EXAMPLE_ADDRESS = "ana.lopez@gmail.com";

/** Whether each company answers to a variant of the user's address that tells which one it is. */
export function ReplyAddressSection({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  const { shown, save } = useSavePreferences(settings);
  const example = toReplyAddress(settings.gmail.email ?? EXAMPLE_ADDRESS, EXAMPLE_COMPANY_ID);
  return (
    <Section title={t(($) => $.account.replyAddress.title)} lead={t(($) => $.account.replyAddress.lead)}>
      <Switch
        label={t(($) => $.account.replyAddress.use)}
        hint={
          example === null
            ? t(($) => $.account.replyAddress.impossible)
            : t(($) => $.account.replyAddress.example, { address: example })
        }
        checked={shown.tag_replies}
        onChange={(on) => save({ tag_replies: on })}
      />
    </Section>
  );
}
