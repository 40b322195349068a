import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Profile } from "../../../../worker/contract/profiles";
import { useErrorText } from "../../../i18n/use-error-text";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { Banner } from "../../../ui/status/banner";
import { notify } from "../../../ui/toast/notify";
import { deleteProfile } from "../api/profile-requests";
import { useProfilesCache } from "../hooks/use-profiles-cache";

interface DeleteProfileDialogProps {
  profile: Profile;
  name: string;
  /** Name of the default profile, which gets its letters. */
  heir: string;
  onClose: () => void;
}

/** Asks before a profile is deleted, and tells what becomes of the letters written with it. */
export function DeleteProfileDialog({ profile, name, heir, onClose }: DeleteProfileDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const cacheProfiles = useProfilesCache();
  const remove = useMutation({
    mutationFn: () => deleteProfile(profile.id),
    onSuccess: async ({ profiles }) => {
      notify.success(t(($) => $.account.profiles.deleted, { name }));
      onClose();
      await cacheProfiles(profiles);
    },
  });
  const footer = (
    <>
      <Button onClick={onClose} disabled={remove.isPending}>
        {t(($) => $.common.cancel)}
      </Button>
      <Button look="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
        {t(($) => $.account.profiles.deleteConfirm)}
      </Button>
    </>
  );
  return (
    <Dialog
      title={t(($) => $.account.profiles.deleteQuestion, { name })}
      onClose={onClose}
      locked={remove.isPending}
      footer={footer}
    >
      <div className="stack">
        <p>{t(($) => $.account.profiles.deleteText)}</p>
        {profile.letters > 0 && (
          <Banner tone="warn">{t(($) => $.account.profiles.letters, { count: profile.letters, heir })}</Banner>
        )}
        {remove.isError && (
          <Banner tone="bad" alert>
            {errorText(
              remove.error,
              t(($) => $.account.profiles.deleteError),
            )}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}
