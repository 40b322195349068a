import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { LIMITS } from "../../../../worker/contract/limits";
import { MessageTone, type RewriteBody } from "../../../../worker/contract/messages";
import { Button } from "../../../ui/button/button";
import { SelectField, TextField } from "../../../ui/form/field";
import "./messages.css";

interface RewriteFormProps {
  busy: boolean;
  /** A text is being written. */
  writing: boolean;
  /** The language of the new text. */
  language: ReactNode;
  onRewrite: (body: RewriteBody) => void;
}

/** Has the message written again, with a wish in the user's words and a tone. Both stay for the next time. */
export function RewriteForm({ busy, writing, language, onRewrite }: RewriteFormProps) {
  const { t } = useTranslation();
  const [instruction, setInstruction] = useState("");
  const [tone, setTone] = useState<MessageTone | "">("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || writing) return;
    const wish = instruction.trim();
    onRewrite({ ...(wish !== "" && { instruction: wish }), ...(tone !== "" && { tone }) });
  };
  return (
    <form className="rewrite" noValidate onSubmit={submit}>
      <TextField
        label={t(($) => $.messages.rewrite.instruction)}
        placeholder={t(($) => $.messages.rewrite.examples)}
        value={instruction}
        maxLength={LIMITS.instructionLength}
        autoComplete="off"
        onChange={(event) => setInstruction(event.target.value)}
      />
      <SelectField
        label={t(($) => $.messages.rewrite.tone)}
        value={tone}
        options={[
          { value: "", label: t(($) => $.messages.rewrite.tones.usual) },
          ...MessageTone.options.map((value) => ({ value, label: t(($) => $.messages.rewrite.tones[value]) })),
        ]}
        onChange={(value) => setTone(MessageTone.safeParse(value).data ?? "")}
      />
      {language}
      <Button
        type="submit"
        icon="wand"
        busy={busy}
        disabledReason={writing ? t(($) => $.messages.dialog.writing) : undefined}
      >
        {t(($) => $.messages.dialog.rewrite)}
      </Button>
    </form>
  );
}
