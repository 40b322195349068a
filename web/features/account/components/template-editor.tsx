import { useTranslation } from "react-i18next";
import { LIMITS } from "../../../../worker/contract/limits";
import { useErrorText } from "../../../i18n/use-error-text";
import { ApiError } from "../../../lib/api-error";
import { parseFindings } from "../../../lib/letter-findings";
import { Button } from "../../../ui/button/button";
import { TextAreaField } from "../../../ui/form/field";
import { LetterFindingList } from "../../../ui/mail/letter-finding-list";
import { Banner } from "../../../ui/status/banner";
import "./template-editor.css";
import type { TemplateDraft } from "../hooks/use-template-draft";

interface TemplateEditorProps {
  draft: TemplateDraft;
  error?: string | undefined;
  /** Above the text in the wizard: below it, the buttons of the step would cover the assistant's. */
  assistantFirst?: boolean;
}

/** The template's text field, with the assistant's buttons and advice beside it. */
export function TemplateEditor({ draft, error, assistantFirst = false }: TemplateEditorProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const empty = draft.text.trim() === "";
  const assistant = (
    <>
      <div className="row">
        {draft.improving ? (
          <Button icon="cross" onClick={draft.stop}>
            {t(($) => $.account.template.stop)}
          </Button>
        ) : (
          <Button
            icon="wand"
            // Without a template nothing can be written: it is the next step.
            look={empty ? "primary" : "plain"}
            onClick={draft.improve}
          >
            {empty ? t(($) => $.account.template.generate) : t(($) => $.account.template.improve)}
          </Button>
        )}
        {draft.canUndo && !draft.improving && (
          <Button look="quiet" icon={draft.undoClears ? "cross" : "undo"} onClick={draft.undo}>
            {draft.undoClears ? t(($) => $.account.template.clear) : t(($) => $.account.template.undo)}
          </Button>
        )}
        <span className="soft small" role="status">
          {draft.improving && t(($) => $.account.template.writing)}
        </span>
      </div>
      {draft.error !== null && (
        <Banner tone="bad" alert>
          <p>{errorText(draft.error)}</p>
          <p>{empty ? t(($) => $.account.template.generateError) : t(($) => $.account.template.improveError)}</p>
          {draft.error instanceof ApiError && <LetterFindingList findings={parseFindings(draft.error.fields)} />}
        </Banner>
      )}
    </>
  );
  return (
    <div className="template">
      <div className="stack">
        {assistantFirst && assistant}
        <TextAreaField
          label={t(($) => $.account.template.label)}
          letter
          maxLength={LIMITS.templateLength}
          readOnly={draft.improving}
          value={draft.text}
          placeholder={t(($) => $.account.template.placeholder)}
          error={error}
          onChange={(event) => draft.write(event.target.value)}
          hint={t(($) => $.account.template.count, { count: draft.text.length, max: LIMITS.templateLength })}
        />
        {!assistantFirst && assistant}
      </div>
      <div className="template-help small">
        <p>
          <strong>{t(($) => $.account.template.helpTitle)}</strong>
        </p>
        <ul>
          <li>{t(($) => $.account.template.help1)}</li>
          <li>{t(($) => $.account.template.help2)}</li>
          <li>{t(($) => $.account.template.help3)}</li>
          <li>{t(($) => $.account.template.help4)}</li>
        </ul>
      </div>
    </div>
  );
}
