import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../button/button";
import { TextField, type TextFieldProps } from "./field";

/** A password field with a button that reveals the text. */
export function PasswordField(props: Omit<TextFieldProps, "type">) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <div className="password-field">
      <TextField {...props} type={shown ? "text" : "password"} autoCapitalize="none" spellCheck={false} />
      <Button size="small" look="quiet" onClick={() => setShown(!shown)}>
        {shown ? t(($) => $.common.password.hide) : t(($) => $.common.password.show)}
      </Button>
    </div>
  );
}
