import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Fact } from "../../../../worker/contract/account";
import { LIMITS } from "../../../../worker/contract/limits";
import { useErrorText } from "../../../i18n/use-error-text";
import { toCvUrl } from "../../../lib/cv-url";
import { Button, IconButton } from "../../../ui/button/button";
import { TextAreaField, TextField } from "../../../ui/form/field";
import { Icon } from "../../../ui/graphics/icon";
import type { Facts } from "../hooks/use-facts";

interface FactRowProps {
  fact: Fact;
  facts: Facts;
  onRemove: () => void;
}

/** One fact with its source, or the form that changes it. */
export function FactRow({ fact, facts: { change, remove, profileId }, onRemove }: FactRowProps) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) row.current?.querySelector("button")?.focus();
    wasEditing.current = editing;
  }, [editing]);
  if (editing) return <FactForm fact={fact} change={change} onClose={() => setEditing(false)} />;
  return (
    <li ref={row} className="fact-row">
      <div className="fact-text">
        {fact.text}
        {fact.details.length > 0 && (
          <ul className="fact-details soft small">
            {fact.details.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        )}
      </div>
      <FactSource fact={fact} profileId={profileId} />
      <span className="fact-buttons">
        <IconButton
          icon="pen"
          size="small"
          label={t(($) => $.account.facts.edit, { fact: fact.text })}
          onClick={() => setEditing(true)}
        />
        <IconButton
          icon="trash"
          size="small"
          label={t(($) => $.account.facts.remove, { fact: fact.text })}
          busy={remove.isPending && remove.variables === fact.id}
          onClick={onRemove}
        />
      </span>
    </li>
  );
}

function FactSource({ fact: { source, cv_page: page }, profileId }: { fact: Fact; profileId: string | undefined }) {
  const { t } = useTranslation();
  if (source === "confirmed") return <span className="fact-source soft small">{t(($) => $.account.facts.you)}</span>;
  return (
    <a className="fact-source small" href={toCvUrl(page, profileId)} target="_blank" rel="noreferrer">
      {page === null ? t(($) => $.account.facts.cv) : t(($) => $.account.facts.cvPage, { page })}
      <Icon name="external" />
    </a>
  );
}

interface FactFormProps {
  fact: Fact;
  change: Facts["change"];
  onClose: () => void;
}

const parseLines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

function FactForm({ fact, change, onClose }: FactFormProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [text, setText] = useState(fact.text);
  const [tasks, setTasks] = useState(fact.details.join("\n"));
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector("input")?.focus();
  }, []);
  const details = parseLines(tasks);
  const changed = text.trim() !== fact.text || details.join("\n") !== fact.details.join("\n");
  const isThisFact = change.variables?.id === fact.id;
  const busy = change.isPending && isThisFact;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || text.trim() === "") return;
    if (changed) change.mutate({ id: fact.id, text: text.trim(), details }, { onSuccess: onClose });
    else onClose();
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !busy) onClose();
  };
  return (
    <li className="fact-row">
      <form ref={form} className="fact-form" noValidate onSubmit={submit}>
        <TextField
          label={t(($) => $.account.facts.text)}
          hint={fact.source === "cv" ? t(($) => $.account.facts.editHint) : undefined}
          value={text}
          maxLength={LIMITS.factLength}
          autoComplete="off"
          error={change.isError && isThisFact ? errorText(change.error) : undefined}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={closeOnEscape}
        />
        {fact.kind === "job" && (
          <TextAreaField
            label={t(($) => $.account.facts.tasks)}
            value={tasks}
            rows={4}
            onChange={(event) => setTasks(event.target.value)}
            onKeyDown={closeOnEscape}
          />
        )}
        <div className="row">
          <Button
            type="submit"
            size="small"
            look="primary"
            busy={busy}
            disabledReason={text.trim() === "" ? t(($) => $.account.facts.blank) : undefined}
          >
            {t(($) => $.account.facts.save)}
          </Button>
          <Button size="small" disabled={busy} onClick={onClose}>
            {t(($) => $.common.cancel)}
          </Button>
        </div>
      </form>
    </li>
  );
}
