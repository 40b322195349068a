import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { listProfiles } from "../../../../worker/contract/profiles";
import { endpointQuery } from "../../../lib/query-client";
import { Button } from "../../../ui/button/button";
import { useUser } from "../hooks/use-session";
import { ChangeNameDialog } from "./change-name-dialog";

/**
 * Says that a CV does not have the name that signs the letters; nothing while it does.
 * @param profileId whose CV it is; undefined for the default profile
 */
export function CvNameNotice({ profileId }: { profileId: string | undefined }) {
  const { t } = useTranslation();
  const user = useUser();
  const [renaming, setRenaming] = useState(false);
  const { data } = useQuery(endpointQuery(listProfiles));
  const profile = data?.profiles.find(({ id, is_default: isDefault }) =>
    profileId === undefined ? isDefault : id === profileId,
  );
  if (!user || profile?.cv_names_user !== false) return null;
  return (
    <>
      <p className="row small" role="note">
        <span className="soft">{t(($) => $.account.cv.otherName, { name: user.name })}</span>
        <Button size="small" look="quiet" icon="pen" onClick={() => setRenaming(true)}>
          {t(($) => $.account.settings.nameChange)}
        </Button>
      </p>
      {renaming && <ChangeNameDialog name={user.name} onClose={() => setRenaming(false)} />}
    </>
  );
}
