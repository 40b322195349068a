import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { useErrorText } from "../../../i18n/use-error-text";
import { Button } from "../../../ui/button/button";
import { Banner } from "../../../ui/status/banner";
import { notify } from "../../../ui/toast/notify";
import { restoreMessageVersion } from "../api/message-requests";
import type { MessageDraft } from "../hooks/use-message-draft";

/** Says that another text was saved elsewhere while this one was typed, and keeps the one that the user wants. */
export function OvertakenNotice({
  company: { id, message_version: other },
  edited,
  attempt,
  onCompany,
}: {
  company: Company;
  edited: Pick<MessageDraft, "saveAnyway">;
  /** The latest press of a button that saves: this has to be answered first, and may be out of view. */
  attempt: object | null;
  onCompany: (company: Company) => void;
}) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt !== null) place.current?.scrollIntoView({ block: "nearest" });
  }, [attempt]);
  const choose = useMutation({
    mutationFn: async (mine: boolean) => {
      const kept = await edited.saveAnyway();
      if (mine) return kept;
      onCompany(kept.company);
      return restoreMessageVersion(id, other, kept.company.message_version);
    },
    onSuccess: ({ company }, mine) => {
      onCompany(company);
      notify.success(mine ? t(($) => $.messages.dialog.saved) : t(($) => $.messages.overtaken.kept));
    },
    onError: (error) =>
      notify.error(
        errorText(
          error,
          t(($) => $.messages.errors.saveError),
        ),
      ),
  });
  const isOn = (mine: boolean) => choose.isPending && choose.variables === mine;
  return (
    <Banner tone="warn" alert>
      <div ref={place} className="stack stack-tight">
        <p>{t(($) => $.messages.overtaken.text)}</p>
        <div className="row">
          <Button size="small" busy={isOn(true)} disabled={isOn(false)} onClick={() => choose.mutate(true)}>
            {t(($) => $.messages.overtaken.mine)}
          </Button>
          <Button size="small" busy={isOn(false)} disabled={isOn(true)} onClick={() => choose.mutate(false)}>
            {t(($) => $.messages.overtaken.theirs)}
          </Button>
        </div>
      </div>
    </Banner>
  );
}
