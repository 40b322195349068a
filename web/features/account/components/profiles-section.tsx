import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { MessageLanguage } from "../../../../worker/contract/field-schemas";
import { LIMITS } from "../../../../worker/contract/limits";
import type { Profile } from "../../../../worker/contract/profiles";
import { useErrorText } from "../../../i18n/use-error-text";
import { Button } from "../../../ui/button/button";
import { ProfileSelect, useProfileName } from "../../../ui/form/profile-select";
import { Section } from "../../../ui/page/section";
import { notify } from "../../../ui/toast/notify";
import { changeProfile } from "../api/profile-requests";
import { useProfilesCache } from "../hooks/use-profiles-cache";
import { DeleteProfileDialog } from "./delete-profile-dialog";
import { ProfileDialog } from "./profile-dialog";

interface ProfilesSectionProps {
  /** Fewer than two: the user has only the default one. */
  profiles: readonly Profile[];
  /** The one whose CV, facts and template are shown below. */
  shown: Profile | undefined;
  onShow: (id: string) => void;
  /** Language of a profile to add, asked for by a link. */
  adding: MessageLanguage | undefined;
  onAdded: () => void;
}

/** The profiles, and which of them the page shows. */
export function ProfilesSection({ profiles, shown, onShow, adding, onAdded }: ProfilesSectionProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const nameProfile = useProfileName();
  const cacheProfiles = useProfilesCache();
  const [asking, setAsking] = useState<"add" | "edit" | "delete" | null>(adding ? "add" : null);
  const makeDefault = useMutation({
    mutationFn: (id: string) => changeProfile({ id, is_default: true }),
    onSuccess: async (answer) => {
      await cacheProfiles(answer.profiles);
      notify.success(t(($) => $.account.profiles.saved));
    },
    onError: (error) =>
      notify.error(
        errorText(
          error,
          t(($) => $.account.profiles.saveError),
        ),
      ),
  });
  const several = profiles.length > 1 ? shown : undefined;
  const language = several?.language ?? null;
  return (
    <Section title={t(($) => $.account.profiles.title)} lead={t(($) => $.account.profiles.lead)}>
      {several && (
        <>
          <ProfileSelect
            profiles={profiles}
            value={several.id}
            onChange={onShow}
            hint={t(($) => $.account.profiles.shown)}
          />
          <p className="soft small">
            {language === null
              ? t(($) => $.account.profiles.noLanguage)
              : t(($) => $.account.profiles.inLanguage[language])}
            {several.is_default && <> · {t(($) => $.account.profiles.isDefault)}</>}
          </p>
        </>
      )}
      <div className="row">
        {several && (
          <Button icon="pen" onClick={() => setAsking("edit")}>
            {t(($) => $.account.profiles.edit)}
          </Button>
        )}
        {several?.is_default === false && (
          <>
            <Button busy={makeDefault.isPending} onClick={() => makeDefault.mutate(several.id)}>
              {t(($) => $.account.profiles.makeDefault)}
            </Button>
            <Button icon="trash" onClick={() => setAsking("delete")}>
              {t(($) => $.account.profiles.delete)}
            </Button>
          </>
        )}
        <Button
          icon="plus"
          disabledReason={
            profiles.length < LIMITS.profiles
              ? undefined
              : t(($) => $.account.profiles.full, { count: LIMITS.profiles })
          }
          onClick={() => setAsking("add")}
        >
          {t(($) => $.account.profiles.add)}
        </Button>
      </div>
      {asking === "add" && (
        <ProfileDialog
          profile={null}
          language={adding}
          onSaved={onShow}
          onClose={() => {
            setAsking(null);
            onAdded();
          }}
        />
      )}
      {asking === "edit" && several && (
        <ProfileDialog profile={several} onSaved={onShow} onClose={() => setAsking(null)} />
      )}
      {asking === "delete" && several && profiles[0] && (
        <DeleteProfileDialog
          profile={several}
          name={nameProfile(several)}
          heir={nameProfile(profiles[0])}
          onClose={() => setAsking(null)}
        />
      )}
    </Section>
  );
}
