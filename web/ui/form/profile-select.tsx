import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Profile } from "../../../worker/contract/profiles";
import { Tag } from "../status/tag";
import { SelectField } from "./field";

interface ProfileSelectProps {
  profiles: readonly Profile[];
  /** Null for the default one; so is a profile that is gone. */
  value: string | null;
  onChange: (id: string) => void;
  hint?: ReactNode;
  disabled?: boolean;
}

/** A choice among the profiles; nothing while there is only one. */
export function ProfileSelect({ profiles, value, onChange, hint, disabled = false }: ProfileSelectProps) {
  const { t } = useTranslation();
  const nameProfile = useProfileName();
  const chosen = profiles.find(({ id }) => id === value) ?? profiles[0];
  if (!chosen || profiles.length < 2) return null;
  return (
    <SelectField
      label={t(($) => $.common.profile.label)}
      hint={hint}
      value={chosen.id}
      disabled={disabled}
      options={profiles.map((profile) => ({ value: profile.id, label: nameProfile(profile) }))}
      onChange={onChange}
    />
  );
}

/** Which profile something is written with, by its name; nothing while there is only one, or for one that is gone. */
export function ProfileTag({ profiles, id }: { profiles: readonly Profile[]; id: string | undefined }) {
  const { t } = useTranslation();
  const nameProfile = useProfileName();
  const profile = profiles.find((each) => each.id === id);
  if (!profile || profiles.length < 2) return null;
  return <Tag>{t(($) => $.common.profile.named, { name: nameProfile(profile) })}</Tag>;
}

/** The name of a profile; the first one has none until the user gives it one. */
export function useProfileName(): (profile: Pick<Profile, "name">) => string {
  const { t } = useTranslation();
  return ({ name }) => name || t(($) => $.common.profile.first);
}
