import { useTranslation } from "react-i18next";
import type { CompanyNote } from "../../../../worker/contract/company-page";
import { LIMITS } from "../../../../worker/contract/limits";
import { useErrorText } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatDateTime } from "../../../lib/format";
import { Button } from "../../../ui/button/button";
import { UnsavedChangesGuard } from "../../../ui/dialog/unsaved-changes-guard";
import { TextAreaField } from "../../../ui/form/field";
import { Banner } from "../../../ui/status/banner";
import { useNote } from "../hooks/use-note";

interface NoteSectionProps {
  companyId: string;
  name: string;
  note: CompanyNote;
  onSaved: (note: CompanyNote) => void;
  onChangedElsewhere: () => void;
}

/** The user's own note, saved when they say so. */
export function NoteSection({ companyId, name, note, onSaved, onChangedElsewhere }: NoteSectionProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const language = useShownLanguage();
  const edited = useNote(companyId, note, { onSaved, onChangedElsewhere });
  const { other } = edited;
  return (
    <section className="company-part" aria-labelledby="company-note">
      <h2 id="company-note">{t(($) => $.company.note.title)}</h2>
      {edited.restored && !other && <Banner>{t(($) => $.company.note.restored)}</Banner>}
      <TextAreaField
        label={t(($) => $.company.note.label, { name })}
        hint={t(($) => $.company.note.hint)}
        placeholder={t(($) => $.company.note.placeholder)}
        maxLength={LIMITS.noteLength}
        rows={5}
        value={edited.text}
        onChange={(event) => edited.type(event.target.value)}
      />
      {other && (
        <Banner tone="warn" alert>
          <div className="stack">
            <p>{t(($) => $.company.note.conflict)}</p>
            <blockquote className="prewrap">{other.text || t(($) => $.company.note.emptyOther)}</blockquote>
            <div className="row">
              <Button size="small" onClick={edited.keep}>
                {t(($) => $.company.note.keep)}
              </Button>
              <Button size="small" onClick={edited.discard}>
                {t(($) => $.company.note.take)}
              </Button>
            </div>
          </div>
        </Banner>
      )}
      {edited.error && (
        <Banner tone="bad" alert>
          {errorText(
            edited.error,
            t(($) => $.company.note.saveError),
          )}
        </Banner>
      )}
      <div className="row">
        {edited.changed && !other && (
          <Button busy={edited.isSaving} onClick={edited.save}>
            {t(($) => $.company.note.save)}
          </Button>
        )}
        {!edited.changed && note.updated_at !== null && (
          <span className="soft small">
            {t(($) => $.company.note.savedAt, { date: formatDateTime(note.updated_at, language) })}
          </span>
        )}
        {edited.text.length > LIMITS.noteLength * 0.9 && (
          <span className="soft small numbers">
            {t(($) => $.company.note.length, { count: edited.text.length, max: LIMITS.noteLength })}
          </span>
        )}
      </div>
      <UnsavedChangesGuard when={edited.changed} onLeave={edited.discard} onSave={edited.saveNow} />
    </section>
  );
}
