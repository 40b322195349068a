import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Settings } from "../../../../worker/contract/account";
import { LIMITS } from "../../../../worker/contract/limits";
import { useErrorText } from "../../../i18n/use-error-text";
import { Button } from "../../../ui/button/button";
import { Switch } from "../../../ui/form/checkbox";
import { TextAreaField } from "../../../ui/form/field";
import { Section } from "../../../ui/page/section";
import { notify } from "../../../ui/toast/notify";
import { setPreferences } from "../api/account-requests";
import { useSavePreferences } from "../hooks/use-save-preferences";
import { useSettingsCache } from "../hooks/use-settings-cache";

/** Whether the letter goes along as a PDF, and the postal address that stands in it. */
export function LetterSection({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const cacheSettings = useSettingsCache();
  const preferences = useSavePreferences(settings);
  const [address, setAddress] = useState(settings.letter_address);
  const isTooLong = address.trim().split("\n").length > LIMITS.letterAddressLines;
  const save = useMutation({
    mutationFn: setPreferences,
    onSuccess: (saved) => {
      cacheSettings(saved);
      setAddress(saved.letter_address);
      notify.success(t(($) => $.account.letter.saved));
    },
    onError: (error) =>
      notify.error(
        errorText(
          error,
          t(($) => $.account.settings.saveError),
        ),
      ),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending && !isTooLong) save.mutate({ letter_address: address });
  };
  return (
    <Section title={t(($) => $.account.letter.title)} lead={t(($) => $.account.letter.lead)}>
      <Switch
        label={t(($) => $.account.letter.attach)}
        checked={preferences.shown.attach_letter}
        onChange={(on) => preferences.save({ attach_letter: on })}
      />
      <form className="stack" noValidate onSubmit={submit}>
        <TextAreaField
          label={t(($) => $.account.letter.address)}
          hint={t(($) => $.account.letter.addressHint)}
          error={isTooLong ? t(($) => $.account.letter.tooMany, { count: LIMITS.letterAddressLines }) : undefined}
          rows={3}
          autoComplete="street-address"
          maxLength={LIMITS.letterAddressLength}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <div className="row">
          <Button
            type="submit"
            look={address.trim() === settings.letter_address ? "plain" : "primary"}
            busy={save.isPending}
          >
            {t(($) => $.account.letter.save)}
          </Button>
        </div>
      </form>
    </Section>
  );
}
