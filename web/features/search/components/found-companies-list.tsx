import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useCallback, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { MailCheck } from "../../../../worker/contract/companies";
import { CUSTOM_CATEGORY_PREFIX, type FoundCompany } from "../../../../worker/contract/search";
import { useShownLanguage } from "../../../i18n/use-language";
import { categoryNamesQuery } from "../../../lib/category-names-query";
import { formatCompanyName } from "../../../lib/company-name";
import { readMapTiles } from "../../../lib/map-tiles";
import { Button } from "../../../ui/button/button";
import { Attribution } from "../../../ui/company/attribution";
import { ContactSourcesDialog } from "../../../ui/company/contact-sources-dialog";
import { createLazyDialog } from "../../../ui/dialog/lazy-dialog";
import { Checkbox } from "../../../ui/form/checkbox";
import { LiveRegion } from "../../../ui/status/live-region";
import { Table } from "../../../ui/table/table";
import type { RowTarget } from "../../../ui/table/table-row";
import { useCardLayout } from "../../../ui/table/use-card-layout";
import { useFoundColumns } from "../hooks/use-found-columns";
import {
  type Choices,
  chooseQuickly,
  countByEmail,
  countFilters,
  filterFound,
  type FoundFilter,
  type FoundLine,
  type FoundSort,
  isPlaced,
  isTicked,
  keepOffered,
  listFilterOptions,
  listRange,
  NO_FILTER,
  QUICK_CHOICE,
  type QuickChoice,
  sortFound,
  toFoundLines,
  toggleAll,
  type Twins,
} from "../model/found-view";
import { isAddable, listAddable } from "../model/rules-search";
import { FoundFilters } from "./found-filters";
import { SelectedPlace } from "./selected-place";

const FoundMap = createLazyDialog(async () => (await import("./found-map")).FoundMap);
const TILES = readMapTiles(import.meta.env);

interface FoundCompaniesListProps {
  /** Whose contacts are open. */
  contacts: { id: string | null; open: (id: string) => void; close: () => void };
  companies: FoundCompany[];
  twins: Twins;
  live: boolean;
  /** Whether companies can be selected for adding. */
  choosing: boolean;
  choices: Choices;
  onChange: (choices: Choices) => void;
  filter: FoundFilter;
  sort: FoundSort;
  onFilter: (filter: FoundFilter) => void;
  onSort: (sort: FoundSort) => void;
  /** Opens the ways to apply to a company without e-mail. */
  onApply: (company: FoundCompany) => void;
  /** Saves an address that the user typed, or removes one. */
  onEmail: (
    company: FoundCompany,
    email: string | undefined,
    replaces: string | undefined,
  ) => Promise<{ company: FoundCompany; mail_check: MailCheck | null }>;
}

/** The companies found, before they are added to the dashboard: a list, and a map beside it. */
export function FoundCompaniesList({
  contacts,
  companies,
  twins,
  live,
  choosing,
  choices,
  onChange,
  filter: wanted,
  sort,
  onFilter,
  onSort,
  onApply,
  onEmail,
}: FoundCompaniesListProps) {
  const { t } = useTranslation();
  const cards = useCardLayout();
  const [mapId, listId] = [useId(), useId()];
  const opened = companies.find(({ id }) => id === contacts.id);
  const [openGroups, setOpenGroups] = useState<ReadonlySet<string>>(new Set());
  const [hasMap, setHasMap] = useState(false);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [target, setTarget] = useState<RowTarget>();

  const bar = useRef<HTMLDivElement>(null);
  /** On a phone the map stands where the list began, below the fold. */
  const revealMap = () => {
    if (cards) bar.current?.scrollIntoView({ block: "start" });
  };

  const options = useMemo(() => listFilterOptions(companies), [companies]);
  const filter = useMemo(() => keepOffered(wanted, options), [wanted, options]);
  const nameActivity = useActivityNames(options.activities);
  const shown = useMemo(
    () => sortFound(filterFound(companies, filter), sort, nameActivity),
    [companies, filter, sort, nameActivity],
  );
  const lines = useMemo(() => toFoundLines(shown, openGroups), [shown, openGroups]);
  const placed = useMemo(() => shown.filter(isPlaced), [shown]);
  const offered = listAddable(shown);
  const isShown = new Set(shown);
  const isFiltered = countFilters(filter) > 0;
  const hidden = listAddable(companies).filter((company) => isTicked(company, choices) && !isShown.has(company));

  const tick = useCallback(
    (changed: readonly FoundCompany[], ticked: boolean) =>
      onChange(new Map([...choices, ...listAddable(changed).map(({ id }) => [id, ticked] as const)])),
    [choices, onChange],
  );
  const anchor = useRef<string>(null);
  const tickLine = useCallback(
    (line: FoundLine, ticked: boolean, isRange: boolean) => {
      tick(listRange(lines, isRange ? anchor.current : null, line.id), ticked);
      anchor.current = line.id;
    },
    [lines, tick],
  );
  const openGroup = (id: string) => setOpenGroups((before) => new Set([...before, id]));
  const closeGroup = (id: string) => setOpenGroups((before) => new Set([...before].filter((each) => each !== id)));
  /** Selects companies of one place, on the map and in the list. */
  const select = (ids: readonly string[]) => {
    setSelected(ids);
    const [id] = ids;
    if (id === undefined) return;
    const group = lines.find((line) => "group" in line && line.group.companies.some((company) => company.id === id));
    if (group) openGroup(group.id);
    if (!cards) setTarget({ id, focus: false });
  };
  const showInList = (id: string) => {
    if (cards) setHasMap(false);
    setTarget({ id, focus: true });
  };
  const showOnMap = (company: FoundCompany) => {
    setHasMap(true);
    setSelected([company.id]);
  };
  const columns = useFoundColumns({
    choosing,
    twins,
    // Beside the map there is room for less.
    narrow: hasMap && !cards,
    choices,
    nameActivity,
    onTick: tickLine,
    onContacts: ({ id }) => contacts.open(id),
    onApply,
    onGroup: (id, open) => (open ? openGroup(id) : closeGroup(id)),
    onMap: TILES && placed.length > 0 ? showOnMap : undefined,
  });
  const toggled = toggleAll(shown, choices, twins);
  const all = {
    label: t(($) => $.search.found.all),
    checked: toggled.all,
    mixed: toggled.ticked,
    onChange: () => onChange(toggled.next),
  };

  // While the search runs, later ones would be ticked all the same.
  const quickChoices = choosing && !live && offered.length > 1 && (
    <QuickChoices
      shown={shown}
      isFiltered={isFiltered}
      onChoose={(choice) => onChange(chooseQuickly(choice, companies, shown, twins))}
    />
  );
  const map = TILES && hasMap && (
    <div id={mapId} className="found-map-side">
      {!cards && (
        <a className="skip-link" href={`#${listId}`}>
          {t(($) => $.search.map.skip)}
        </a>
      )}
      <FoundMap
        tiles={TILES}
        companies={placed}
        selected={selected}
        onSelect={select}
        onShown={revealMap}
        onClose={() => setHasMap(false)}
      >
        <SelectedPlace
          companies={companies.filter(({ id }) => selected.includes(id))}
          choosing={choosing}
          choices={choices}
          onTick={(company, chosen) => tick([company], chosen)}
          onSelect={(id) => select([id])}
          onShow={showInList}
          onClose={() => setSelected([])}
        />
      </FoundMap>
    </div>
  );
  const list = !(cards && map) && (
    <div id={listId} tabIndex={-1} className="found-list">
      {/* Cards have no header row with a checkbox. */}
      {cards && choosing && !live && offered.length > 0 && (
        <div className="found-all">
          <Checkbox {...all} />
          {quickChoices}
        </div>
      )}
      {shown.length === 0 ? (
        <p className="row">
          <span className="soft">{t(($) => $.search.found.filter.none)}</span>
          <Button size="small" onClick={() => onFilter(NO_FILTER)}>
            {t(($) => $.search.found.filter.clear)}
          </Button>
        </p>
      ) : (
        <Table
          caption={t(($) => $.search.found.title)}
          columns={columns}
          heads={choosing && offered.length > 0 ? { tick: <Checkbox bare {...all} /> } : {}}
          rows={lines}
          selected={(id) => selected.includes(id)}
          target={target}
          nameRow={nameLine}
          onOpen={(line) =>
            "group" in line ? (line.isOpen ? closeGroup : openGroup)(line.id) : contacts.open(line.id)
          }
        />
      )}
    </div>
  );
  return (
    <section className="stack stack-tight found">
      <h3 className="visually-hidden">{t(($) => $.search.found.title)}</h3>
      <div ref={bar} className="row found-tools">
        <FoundFilters
          options={options}
          filter={filter}
          sort={sort}
          nameActivity={nameActivity}
          onFilter={onFilter}
          onSort={onSort}
        />
        <span className="row soft small found-status">
          {live && <span className="found-live">{t(($) => $.search.found.live)}</span>}
          {isFiltered && t(($) => $.search.found.filter.shown, { shown: shown.length, count: companies.length })}
          {hidden.length > 0 && isFiltered && " · "}
          {hidden.length > 0 && t(($) => $.search.found.filter.hidden, { count: hidden.length })}
          {!cards && quickChoices}
        </span>
        {TILES && (placed.length > 0 || hasMap) && (
          <ViewSwitch cards={cards} mapId={mapId} hasMap={hasMap} onChange={setHasMap} />
        )}
      </div>
      <LiveRegion>{t(($) => $.search.found.filter.shown, { shown: shown.length, count: companies.length })}</LiveRegion>
      <div className={map && !cards ? "found-split" : undefined}>
        {map}
        {list}
      </div>
      <Attribution rows={companies} />
      {opened && (
        <ContactSourcesDialog
          company={opened}
          onEmail={choosing && isAddable(opened) ? (email, replaces) => onEmail(opened, email, replaces) : undefined}
          onClose={contacts.close}
        />
      )}
    </section>
  );
}

/** Ticks the first ones, those shown or none, in one press. */
function QuickChoices({
  shown,
  isFiltered,
  onChoose,
}: {
  shown: readonly FoundCompany[];
  isFiltered: boolean;
  onChoose: (choice: QuickChoice) => void;
}) {
  const { t } = useTranslation();
  const cards = useCardLayout();
  const hasMore = countByEmail(shown).reachable > QUICK_CHOICE;
  const offered = (["first", "shown", "none"] as const).filter(
    // On a phone the checkbox beside them unticks all.
    (choice) => (choice === "none" ? !cards : choice === "first" ? hasMore : isFiltered),
  );
  return (
    <span role="group" aria-label={t(($) => $.search.found.quick.label)} className="found-quick">
      {!cards && <span aria-hidden="true">{t(($) => $.search.found.quick.label)}</span>}
      {offered.map((choice) => (
        <Button key={choice} size="small" look="quiet" onClick={() => onChoose(choice)}>
          {t(($) => $.search.found.quick[choice], { count: QUICK_CHOICE })}
        </Button>
      ))}
    </span>
  );
}

const nameLine = (line: FoundLine): string => ("group" in line ? line.group.name : formatCompanyName(line.company));

/** Opens the map: beside the list, or in its place on a phone. */
function ViewSwitch({
  cards,
  mapId,
  hasMap,
  onChange,
}: {
  cards: boolean;
  mapId: string;
  hasMap: boolean;
  onChange: (hasMap: boolean) => void;
}) {
  const { t } = useTranslation();
  if (!cards)
    return (
      <Button size="small" icon="map" aria-expanded={hasMap} aria-controls={mapId} onClick={() => onChange(!hasMap)}>
        {hasMap ? t(($) => $.search.map.close) : t(($) => $.search.map.open)}
      </Button>
    );
  const press = ({ key }: KeyboardEvent) => {
    if (key === "ArrowLeft" || key === "ArrowRight") onChange(!hasMap);
  };
  const tab = (map: boolean) => (
    <button
      type="button"
      role="tab"
      aria-selected={hasMap === map}
      tabIndex={hasMap === map ? 0 : -1}
      ref={(element) => {
        // Arrow keys move the focus with the choice.
        if (hasMap === map && element?.parentElement?.contains(document.activeElement)) element.focus();
      }}
      onClick={() => onChange(map)}
      onKeyDown={press}
    >
      {map ? t(($) => $.search.map.tab) : t(($) => $.search.map.list)}
    </button>
  );
  return (
    <div role="tablist" className="found-tabs" aria-label={t(($) => $.search.map.views)}>
      {tab(false)}
      {tab(true)}
    </div>
  );
}

/** Names of categories; a text that the user typed is its own name. */
function useActivityNames(gcids: string[]): (gcid: string) => string {
  const { data } = useQuery(categoryNamesQuery(gcids, useShownLanguage()));
  return useCallback(
    (gcid) =>
      data?.translations[gcid] ??
      (gcid.startsWith(CUSTOM_CATEGORY_PREFIX) ? gcid.slice(CUSTOM_CATEGORY_PREFIX.length) : ""),
    [data],
  );
}
