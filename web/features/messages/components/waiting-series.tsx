import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import type { Generation } from "../../../../worker/contract/messages";
import { useErrorText } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { findComing } from "../../../lib/coming-messages";
import { focusMain } from "../../../lib/focus-main";
import { formatDayAndTime } from "../../../lib/format";
import { Button } from "../../../ui/button/button";
import { Banner } from "../../../ui/status/banner";
import { notify } from "../../../ui/toast/notify";
import { currentGenerationQuery, hurryGeneration } from "../api/message-requests";
import { listComing } from "../model/rules-generation-plan";

interface WaitingSeriesProps {
  generation: Generation;
  /** The company of which it speaks; undefined for the whole series. */
  company?: Company;
  /** Gives the series up; undefined where it is not offered. */
  cancel?: { busy: boolean; press: () => void };
}

/** Messages that wait for a batch of the model: by when they are written, and that they can be written now. */
export function WaitingSeries({ generation, company, cancel }: WaitingSeriesProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const errorText = useErrorText();
  const client = useQueryClient();
  const place = useRef<HTMLParagraphElement>(null);
  const hurry = useMutation({
    mutationFn: hurryGeneration,
    onSuccess: (answer) => {
      // The pressed button disappears.
      place.current?.focus();
      client.setQueryData(currentGenerationQuery().queryKey, answer);
    },
    onError: (error) =>
      notify.error(
        errorText(
          error,
          t(($) => $.messages.errors.messagesGenerateError),
        ),
      ),
  });
  const { id, can_hurry: canHurry, waits_until: until } = generation;
  const coming = listComing(generation);
  if (until === null || (company && findComing(coming, company) === undefined)) return null;
  const drop = () => {
    // The pressed button goes with the notice.
    focusMain();
    cancel?.press();
  };
  const count = coming.size;
  const time = formatDayAndTime(until, language);
  return (
    <Banner>
      {/* On a phone the buttons stand below. */}
      <div className="row">
        <p ref={place} tabIndex={-1} className="banner-text" aria-live="polite">
          {!canHurry
            ? t(($) => $.messages.series.soon, { count, time })
            : company
              ? t(($) => $.messages.series.laterOne, { count, time })
              : t(($) => $.messages.series.later, { count, time })}
        </p>
        {canHurry && (
          <Button size="small" icon="wand" busy={hurry.isPending} onClick={() => hurry.mutate(id)}>
            {t(($) => $.messages.series.now)}
          </Button>
        )}
        {cancel && (
          <Button size="small" look="quiet" busy={cancel.busy} onClick={drop}>
            {t(($) => $.messages.series.cancel)}
          </Button>
        )}
      </div>
    </Banner>
  );
}
