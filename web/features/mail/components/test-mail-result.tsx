import { useTranslation } from "react-i18next";
import { useErrorText } from "../../../i18n/use-error-text";
import { hasErrorCode } from "../../../lib/api-error";
import { Banner } from "../../../ui/status/banner";
import type { useSendTest } from "../hooks/use-send-mail";
import { isKnownUnsent } from "../model/rules-send";

/** The result of a test mail. */
export function TestMailResult({ test }: { test: ReturnType<typeof useSendTest> }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  if (test.isSuccess)
    return (
      <Banner tone="good" alert>
        {t(($) => $.mail.test.sent, { to: test.data.to })}
      </Banner>
    );
  if (!test.isError || hasErrorCode(test.error, "message_changed")) return null;
  if (!isKnownUnsent(test.error))
    return (
      <Banner tone="warn" alert>
        {t(($) => $.mail.test.unknown)}
      </Banner>
    );
  return (
    <Banner tone="bad" alert>
      {errorText(test.error)} {t(($) => $.mail.test.failed)}
    </Banner>
  );
}
