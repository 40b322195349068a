import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { LIMITS } from "../../../../worker/contract/limits";
import { PasswordField } from "../../../ui/form/password-field";
import { Banner } from "../../../ui/status/banner";
import { isCommonPassword, splitWords } from "../model/common-passwords";

/** A field for a new password. A common password is accepted with a warning. */
export function NewPasswordField({ label, name, error }: { label: string; name: string; error: string | undefined }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const common = useCommonPasswords(typed.length >= LIMITS.passwordMin);
  const warned = typed.length >= LIMITS.passwordMin && common !== null && isCommonPassword(typed, common);
  return (
    <div className="stack stack-tight">
      <PasswordField
        label={label}
        name={name}
        autoComplete="new-password"
        required
        hint={t(($) => $.account.passwordHint)}
        error={error}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div role="status">{warned && <Banner tone="warn">{t(($) => $.account.security.common)}</Banner>}</div>
    </div>
  );
}

/**
 * The list of common passwords, fetched when a password is typed; null before. The password never leaves the browser.
 */
function useCommonPasswords(wanted: boolean): ReadonlySet<string> | null {
  const [list, setList] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!wanted || list !== null) return;
    // Without the list there only is no warning.
    void import("../model/common-passwords.data").then(
      ({ COMMON_PASSWORDS }) => setList(splitWords(COMMON_PASSWORDS)),
      () => undefined,
    );
  }, [wanted, list]);
  return list;
}
