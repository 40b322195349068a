import { type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Sentence, SentenceStatus } from "../../../worker/contract/messages";
import { useShownLanguage } from "../../i18n/use-language";
import { type LetterPart, toLetterParts } from "../../lib/letter-parts";
import { useEventCallback } from "../../lib/use-event-callback";
import { Icon } from "../graphics/icon";
import "./sourced-text.css";

/** A sign beside a doubtful sentence, so that its mark does not rest on colour. */
const SIGNS: Partial<Record<SentenceStatus, string>> = { unsupported: "?", contradicted: "!" };

/** A wish or a courtesy needs no source: there is nothing to show of it. */
const hasMark = ({ status }: Pick<Sentence, "status">): boolean => status !== "opinion";
export const isDoubtful = ({ status }: Pick<Sentence, "status">): boolean => status in SIGNS;

interface SourcedTextProps {
  text: string;
  sentences: readonly Sentence[];
  /** The language of the text. */
  language: string;
  /** The sentence whose panel is open, by its place in the list. */
  open: number | null;
  onOpen: (sentence: number | null) => void;
  /** What is shown below the paragraph of the open sentence. */
  panel: (sentence: Sentence) => ReactNode;
}

/** A letter whose sentences say where they come from: each is marked by its status, and opens a panel when pressed. */
export function SourcedText({ text, sentences, language, open, onOpen, panel }: SourcedTextProps) {
  const { t } = useTranslation();
  const shownLanguage = useShownLanguage();
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const close = useEventCallback(() => {
    document.getElementById(`${id}${open}`)?.focus();
    onOpen(null);
  });
  useEffect(() => {
    const box = place.current;
    if (!box || open === null) return;
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // The dialog around it stays open.
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    box.addEventListener("keydown", closeOnEscape);
    return () => box.removeEventListener("keydown", closeOnEscape);
  }, [open, close]);
  const renderPart = ({ text: words, sentence: place }: LetterPart, position: number) => {
    const sentence = place === null ? undefined : sentences[place];
    if (place === null || !sentence || !hasMark(sentence)) {
      const isGap = words.trim() === "";
      return (
        <span key={position} className={isGap ? "letter-gap" : undefined}>
          {words}
        </span>
      );
    }
    const toggle = () => {
      onOpen(open === place ? null : place);
      requestAnimationFrame(() => document.getElementById(`${id}panel`)?.scrollIntoView({ block: "nearest" }));
    };
    return (
      <span
        key={position}
        id={`${id}${place}`}
        role="button"
        tabIndex={0}
        className={`sentence ${sentence.status}`}
        aria-expanded={open === place}
        aria-controls={open === place ? `${id}panel` : undefined}
        onClick={() => {
          // The end of a selection is no press.
          if (window.getSelection()?.isCollapsed !== false) toggle();
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          if (event.ctrlKey) return;
          event.preventDefault();
          toggle();
        }}
      >
        {words}
        <SentenceSign status={sentence.status} />
        <span className="visually-hidden" lang={shownLanguage}>
          {" "}
          ({t(($) => $.common.sentence[sentence.status])})
        </span>
      </span>
    );
  };
  const opened = open === null ? undefined : sentences[open];
  return (
    <div ref={place} className="letter-text prewrap" lang={language}>
      {toLetterParts(text, sentences).map((parts, paragraph) => (
        <span key={`${paragraph} ${parts[0]?.text}`}>
          {parts.map(renderPart)}
          {opened && parts.some(({ sentence }) => sentence === open) && (
            <span
              id={`${id}panel`}
              role="group"
              aria-label={t(($) => $.common.sentence[opened.status])}
              className={`sentence-panel ${opened.status}`}
              lang={shownLanguage}
            >
              {panel(opened)}
            </span>
          )}
        </span>
      ))}
    </div>
  );
}

const SentenceSign = ({ status }: { status: SentenceStatus }) =>
  SIGNS[status] !== undefined && (
    <span className="sentence-sign" aria-hidden="true">
      {SIGNS[status]}
    </span>
  );

/** The same marks without anything to press, for a text that is being typed. Hidden from screen readers. */
export function SentenceMarks({ text, sentences }: { text: string; sentences: readonly Sentence[] }) {
  return toLetterParts(text, sentences).map((parts, paragraph) => (
    <span key={`${paragraph} ${parts[0]?.text}`}>
      {parts.map(({ text: words, sentence }, position) => (
        <span key={position} className={sentence === null ? undefined : `sentence ${sentences[sentence]?.status}`}>
          {words}
        </span>
      ))}
    </span>
  ));
}

type Source = Sentence["sources"][number];

interface SourceListProps {
  sources: readonly Source[];
  /** Where a source can be read; null when it cannot. */
  toHref?: (source: Source) => string | null;
}

/** What a sentence rests on: the kind of each source, its words, and a link to where they stand. */
export function SourceList({ sources, toHref = () => null }: SourceListProps) {
  const { t } = useTranslation();
  return (
    <span className="source-list" role="list">
      {sources.map((source) => (
        <span key={`${source.kind} ${source.quote}`} role="listitem">
          <SourceName source={source} href={toHref(source)} />
          <q>{t(($) => $.common.sourceQuote, { words: source.quote })}</q>
        </span>
      ))}
    </span>
  );
}

function SourceName({ source: { kind, url, cv_page: page }, href }: { source: Source; href: string | null }) {
  const { t } = useTranslation();
  const name =
    kind === "cv" && page !== null ? t(($) => $.common.cvPage, { page }) : t(($) => $.common.sentence.source[kind]);
  const place = url === null ? "" : ` · ${url.replaceAll(/^https?:\/\/(?:www\.)?|\/$/gu, "")}`;
  if (href === null) return <span className="source-name soft">{name + place}</span>;
  return (
    <a className="source-name" href={href} target="_blank" rel="noreferrer">
      {name + place} <Icon name="external" />
    </a>
  );
}
