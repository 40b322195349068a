import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { MessageLanguage } from "../../../../worker/contract/field-schemas";
import { LIMITS } from "../../../../worker/contract/limits";
import type { Profile } from "../../../../worker/contract/profiles";
import { useErrorText } from "../../../i18n/use-error-text";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { SelectField, TextField } from "../../../ui/form/field";
import { useFocusFirstError } from "../../../ui/form/use-focus-first-error";
import { Banner } from "../../../ui/status/banner";
import { notify } from "../../../ui/toast/notify";
import { addProfile, changeProfile } from "../api/profile-requests";
import { useProfilesCache } from "../hooks/use-profiles-cache";

interface ProfileDialogProps {
  /** Null for a new one. */
  profile: Profile | null;
  /** Of a new one, as it is proposed. */
  language?: MessageLanguage | undefined;
  onSaved: (id: string) => void;
  onClose: () => void;
}

/** Name and language of a profile. */
export function ProfileDialog({ profile, language: proposed, onSaved, onClose }: ProfileDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const cacheProfiles = useProfilesCache();
  const id = useId();
  const [name, setName] = useState(profile?.name ?? "");
  const [language, setLanguage] = useState<MessageLanguage | null>(profile?.language ?? proposed ?? null);
  const [attempt, setAttempt] = useState<object | null>(null);
  const form = useFocusFirstError<HTMLFormElement>(attempt);
  const isRead = profile?.language_read === true;
  const problems = {
    name: name.trim() === "" ? t(($) => $.account.profiles.nameRequired) : undefined,
    language: language === null ? t(($) => $.account.profiles.languageRequired) : undefined,
  };
  const save = useMutation({
    mutationFn: async (body: { name: string; language: MessageLanguage }) =>
      profile
        ? { ...(await changeProfile({ id: profile.id, ...body })), profile_id: profile.id }
        : await addProfile(body),
    onSuccess: async ({ profiles, profile_id: savedId }) => {
      await cacheProfiles(profiles);
      onSaved(savedId);
      notify.success(t(($) => (profile ? $.account.profiles.saved : $.account.profiles.added)));
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempt({});
    if (language !== null && problems.name === undefined && !save.isPending)
      save.mutate({ name: name.trim(), language });
  };
  const footer = (
    <>
      <Button onClick={onClose} disabled={save.isPending}>
        {t(($) => $.common.cancel)}
      </Button>
      <Button look="primary" type="submit" form={id} busy={save.isPending}>
        {profile ? t(($) => $.account.profiles.save) : t(($) => $.account.profiles.add)}
      </Button>
    </>
  );
  return (
    <Dialog
      title={profile ? t(($) => $.account.profiles.editTitle) : t(($) => $.account.profiles.addTitle)}
      onClose={onClose}
      locked={save.isPending}
      footer={footer}
    >
      <form id={id} ref={form} className="stack" noValidate onSubmit={submit}>
        <TextField
          data-first-focus
          label={t(($) => $.account.profiles.name)}
          hint={t(($) => $.account.profiles.nameHint)}
          autoComplete="off"
          maxLength={LIMITS.profileName}
          value={name}
          error={attempt === null ? undefined : problems.name}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label={t(($) => $.account.profiles.language)}
          hint={t(($) => (isRead ? $.account.profiles.languageRead : $.account.profiles.languageHint))}
          disabled={isRead}
          value={language ?? ""}
          error={attempt === null ? undefined : problems.language}
          options={[
            ...(language === null ? [{ value: "", label: t(($) => $.account.profiles.choose) }] : []),
            ...MessageLanguage.options.map((value) => ({ value, label: t(($) => $.messages.dialog[value]) })),
          ]}
          onChange={(value) => setLanguage(MessageLanguage.parse(value))}
        />
        {save.isError && (
          <Banner tone="bad" alert>
            {errorText(
              save.error,
              t(($) => $.account.profiles.saveError),
            )}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
