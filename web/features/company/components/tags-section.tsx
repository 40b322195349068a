import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { listCompanyIds } from "../../../../worker/contract/companies";
import { LIMITS } from "../../../../worker/contract/limits";
import { useErrorText } from "../../../i18n/use-error-text";
import { foldText } from "../../../lib/fold-text";
import { toQueryKey } from "../../../lib/query-client";
import { Button, IconButton } from "../../../ui/button/button";
import { TextField } from "../../../ui/form/field";
import { LiveRegion } from "../../../ui/status/live-region";
import { addCompanyTag, removeCompanyTag, tagsQuery } from "../api/company-page-requests";

interface TagsSectionProps {
  companyId: string;
  tags: readonly string[];
  onTags: (tags: string[]) => void;
}

/** The tags of a company, each with a button that removes it, and a field for one more that suggests those in use. */
export function TagsSection({ companyId, tags, onTags }: TagsSectionProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const client = useQueryClient();
  const listId = useId();
  const [text, setText] = useState("");
  const [said, setSaid] = useState("");
  const used = useQuery(tagsQuery());
  const change = useMutation({
    mutationFn: ({ tag, isAdded }: { tag: string; isAdded: boolean }) =>
      isAdded ? addCompanyTag(companyId, tag) : removeCompanyTag(companyId, tag),
    onSuccess: (answer, { tag, isAdded }) => {
      onTags(answer.tags);
      setSaid(isAdded ? t(($) => $.company.tags.added, { tag }) : t(($) => $.company.tags.removed, { tag }));
      if (isAdded) setText("");
      for (const queryKey of [tagsQuery().queryKey, toQueryKey(listCompanyIds)])
        void client.invalidateQueries({ queryKey });
    },
  });
  const wanted = text.trim();
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (wanted !== "" && !change.isPending) change.mutate({ tag: wanted, isAdded: true });
  };
  const given = new Set(tags.map(foldText));
  const isFull = tags.length >= LIMITS.companyTags;
  return (
    <section className="company-part" aria-labelledby="company-tags">
      <h2 id="company-tags">{t(($) => $.company.tags.title)}</h2>
      {tags.length > 0 && (
        <ul className="company-tags">
          {tags.map((tag) => (
            <li key={tag} className="tag">
              <span>{tag}</span>
              <IconButton
                icon="cross"
                size="small"
                label={t(($) => $.company.tags.remove, { tag })}
                onClick={() => change.mutate({ tag, isAdded: false })}
              />
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className="soft small">{t(($) => $.company.tags.full, { max: LIMITS.companyTags })}</p>
      ) : (
        <form className="company-tag-form" onSubmit={add}>
          <TextField
            label={t(($) => $.company.tags.label)}
            value={text}
            maxLength={LIMITS.tagLength}
            list={listId}
            autoComplete="off"
            onChange={(event) => {
              change.reset();
              setText(event.target.value);
            }}
          />
          <datalist id={listId}>
            {used.data?.tags
              .filter((tag) => !given.has(foldText(tag)))
              .map((tag) => (
                <option key={tag}>{tag}</option>
              ))}
          </datalist>
          <Button type="submit" busy={change.isPending} disabled={wanted === ""}>
            {t(($) => $.company.tags.add)}
          </Button>
        </form>
      )}
      {change.isError && (
        <p className="company-error small" role="alert">
          {errorText(
            change.error,
            t(($) => $.company.tags.error),
          )}
        </p>
      )}
      <LiveRegion>{said}</LiveRegion>
    </section>
  );
}
