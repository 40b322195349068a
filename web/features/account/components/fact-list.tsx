import { type FormEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Fact, FactKind, type Settings } from "../../../../worker/contract/account";
import { LIMITS } from "../../../../worker/contract/limits";
import { useErrorText } from "../../../i18n/use-error-text";
import { ApiError } from "../../../lib/api-error";
import { Button } from "../../../ui/button/button";
import { TextField } from "../../../ui/form/field";
import { useFocusFirstError } from "../../../ui/form/use-focus-first-error";
import { Banner } from "../../../ui/status/banner";
import { RetryBanner } from "../../../ui/status/retry-banner";
import { Skeleton, Spinner } from "../../../ui/status/spinner";
import { notify } from "../../../ui/toast/notify";
import type { Facts } from "../hooks/use-facts";
import { FactRow } from "./fact-row";

/** Facts of a kind shown before "show all", where more than one is left. */
const MAX_COLLAPSED_FACTS = 8;

const countShown = (count: number): number => (count <= MAX_COLLAPSED_FACTS + 1 ? count : MAX_COLLAPSED_FACTS);

/** What is known of the user, by kind, with a field for more. */
export function FactList({ facts, cv }: { facts: Facts; cv: Settings["cv"] }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { query, remove, add } = facts;
  const place = useRef<HTMLDivElement>(null);
  const [unfolded, setUnfolded] = useState<readonly FactKind[]>([]);
  const unfold = (kind: FactKind) => setUnfolded((before) => [...before, kind]);
  const removeFact = (fact: Fact) =>
    remove.mutate(fact.id, {
      onSuccess: () => {
        // The pressed button is gone.
        place.current?.querySelector<HTMLElement>("form input")?.focus();
        notify.undoable(
          t(($) => $.account.facts.removed),
          {
            label: t(($) => $.common.undo),
            run: () =>
              add.mutate(
                { text: fact.text.slice(0, LIMITS.factLength), kind: fact.kind, details: fact.details },
                { onSuccess: () => unfold(fact.kind) },
              ),
          },
        );
      },
      onError: (error) =>
        notify.error(
          errorText(
            error,
            t(($) => $.account.facts.removeError),
          ),
        ),
    });
  if (query.isPending) return <Skeleton lines={5} label={t(($) => $.common.loading)} />;
  if (!query.data)
    return (
      <RetryBanner busy={query.isFetching} onRetry={() => void query.refetch()}>
        {t(($) => $.account.facts.loadError)} {errorText(query.error)}
      </RetryBanner>
    );
  const { facts: listed } = query.data;
  return (
    <div ref={place} className="stack">
      <ReadingState facts={facts} cv={cv} />
      {FactKind.options.map((kind) => {
        const ofKind = listed.filter((fact) => fact.kind === kind);
        return (
          ofKind.length > 0 && (
            <FactGroup
              key={kind}
              title={t(($) => $.account.facts.kinds[kind])}
              list={ofKind}
              all={unfolded.includes(kind)}
              onUnfold={() => unfold(kind)}
              facts={facts}
              onRemove={removeFact}
            />
          )
        );
      })}
      <AddFactForm facts={facts} onAdded={() => unfold("other")} />
    </div>
  );
}

/** Codes of the assistant whose texts speak of a letter. */
const IS_ABOUT_LETTERS = /^writer_(?:failed|declined|cut_short)$/u;

/** How far the CV has been read, where its facts are not there yet. */
function ReadingState({ facts: { query, extract }, cv }: { facts: Facts; cv: Settings["cv"] }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const problem =
    extract.error instanceof ApiError && !IS_ABOUT_LETTERS.test(extract.error.code) ? extract.error : null;
  const status = extract.isPending ? "pending" : (query.data?.status ?? "none");
  const readButton = (
    <Button size="small" onClick={() => extract.mutate()}>
      {status === "failed" || extract.isError ? t(($) => $.common.retry) : t(($) => $.account.facts.read)}
    </Button>
  );
  return (
    <div role="status">
      {status === "pending" && (
        <p className="fact-reading soft">
          <Spinner /> {t(($) => $.account.facts.reading)}
        </p>
      )}
      {(status === "failed" || (status === "none" && extract.isError)) && (
        <Banner tone="warn" action={readButton}>
          {t(($) => $.account.facts.failed)} {problem && errorText(problem)}
        </Banner>
      )}
      {status === "none" && !extract.isError && cv?.text_status === "ok" && (
        <Banner action={readButton}>{t(($) => $.account.facts.unread)}</Banner>
      )}
      {status === "none" && cv === null && <p className="soft">{t(($) => $.account.facts.noCv)}</p>}
      {status === "none" && cv !== null && cv.text_status !== "ok" && cv.text_status !== "pending" && (
        <p className="soft">{t(($) => $.account.facts.noText)}</p>
      )}
    </div>
  );
}

interface FactGroupProps {
  title: string;
  list: readonly Fact[];
  /** Shows every line; else the first ones and a button. */
  all: boolean;
  onUnfold: () => void;
  facts: Facts;
  onRemove: (fact: Fact) => void;
}

function FactGroup({ title, list, all, onUnfold, facts, onRemove }: FactGroupProps) {
  const { t } = useTranslation();
  const id = useId();
  const shown = all ? list : list.slice(0, countShown(list.length));
  return (
    <section className="fact-group" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul>
        {shown.map((fact) => (
          <FactRow key={fact.id} fact={fact} facts={facts} onRemove={() => onRemove(fact)} />
        ))}
      </ul>
      {shown.length < list.length && (
        <Button size="small" look="quiet" onClick={onUnfold}>
          {t(($) => $.account.facts.all, { count: list.length })}
        </Button>
      )}
    </section>
  );
}

/** @param props.onAdded called when the new line is in the list, which should show it */
function AddFactForm({ facts: { add }, onAdded }: { facts: Facts; onAdded: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [text, setText] = useState("");
  const form = useFocusFirstError(add.error);
  const blank = text.trim() === "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending || blank) return;
    add.mutate(
      { text: text.trim() },
      {
        onSuccess: () => {
          setText("");
          onAdded();
        },
      },
    );
  };
  return (
    <form ref={form} className="fact-add" noValidate onSubmit={submit}>
      <TextField
        label={t(($) => $.account.facts.add)}
        hint={t(($) => $.account.facts.addHint)}
        value={text}
        maxLength={LIMITS.factLength}
        autoComplete="off"
        error={add.isError ? errorText(add.error) : undefined}
        onChange={(event) => {
          setText(event.target.value);
          if (add.isError) add.reset();
        }}
      />
      <Button
        type="submit"
        icon="plus"
        busy={add.isPending}
        disabledReason={blank ? t(($) => $.account.facts.blank) : undefined}
      >
        {t(($) => $.account.facts.addButton)}
      </Button>
    </form>
  );
}
