import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { LIMITS } from "../../../../worker/contract/limits";
import { Checkbox } from "../../../ui/form/checkbox";
import { TextField } from "../../../ui/form/field";
import { Banner } from "../../../ui/status/banner";
import { isCommonPassword, splitWords } from "../model/common-passwords";

interface NewPasswordFieldsProps {
  name: string;
  label: string;
  error: string | undefined;
  confirmLabel: string;
  confirmError: string | undefined;
}

/**
 * A new password, typed twice, with a switch after both that reveals them: Tab goes from one to the other. A common
 * password is accepted with a warning.
 */
export function NewPasswordFields({ name, label, error, confirmLabel, confirmError }: NewPasswordFieldsProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [isShown, setShown] = useState(false);
  const common = useCommonPasswords(typed.length >= LIMITS.passwordMin);
  const warned = typed.length >= LIMITS.passwordMin && common !== null && isCommonPassword(typed, common);
  const both = {
    type: isShown ? "text" : "password",
    autoComplete: "new-password",
    autoCapitalize: "none",
    spellCheck: false,
    required: true,
  } as const;
  return (
    <>
      <div className="stack stack-tight">
        <TextField
          {...both}
          label={label}
          name={name}
          hint={t(($) => $.account.passwordHint)}
          error={error}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div role="status">{warned && <Banner tone="warn">{t(($) => $.account.security.common)}</Banner>}</div>
      </div>
      <TextField {...both} label={confirmLabel} name="confirmation" error={confirmError} />
      <Checkbox label={t(($) => $.account.showPasswords)} checked={isShown} onChange={setShown} />
    </>
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
