import type { TFunction } from "i18next";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ADDED_BY_USER } from "../../../../worker/contract/companies";
import type { Language } from "../../../../worker/contract/field-schemas";
import { toReadableDomain } from "../../../../worker/contract/readable-domain";
import type { FoundCompany } from "../../../../worker/contract/search";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatCompanyName, toReadableHost } from "../../../lib/company-name";
import { formatKilometres } from "../../../lib/format";
import { formatPhone } from "../../../lib/phone-text";
import { splitList } from "../../../lib/split-list";
import { useEventCallback } from "../../../lib/use-event-callback";
import { IconButton } from "../../../ui/button/button";
import { ExternalLink } from "../../../ui/button/external-link";
import { renderContactButton } from "../../../ui/company/contact-button";
import { Checkbox } from "../../../ui/form/checkbox";
import { Icon } from "../../../ui/graphics/icon";
import { Spinner } from "../../../ui/status/spinner";
import { Tag } from "../../../ui/status/tag";
import type { Column } from "../../../ui/table/table-row";
import { type Choices, countByEmail, type FoundGroup, type FoundLine, isPlaced, isTicked } from "../model/found-view";
import { listAddable } from "../model/rules-search";

interface FoundColumnsOptions {
  /** Whether companies can be selected for adding. */
  choosing: boolean;
  /** Only name and e-mail address. */
  narrow: boolean;
  choices: Choices;
  /** Results that are probably the same as one before, by id. */
  twins: ReadonlyMap<string, FoundCompany>;
  nameActivity: (gcid: string) => string;
  /** @param range from the line pressed before */
  onTick: (line: FoundLine, ticked: boolean, range: boolean) => void;
  onContacts: (company: FoundCompany) => void;
  /** Opens the ways to apply without e-mail. */
  onApply: (company: FoundCompany) => void;
  onGroup: (id: string, open: boolean) => void;
  /** Undefined without a map. */
  onMap: ((company: FoundCompany) => void) | undefined;
}

/** The columns of the results. */
export function useFoundColumns({
  choosing,
  narrow,
  choices,
  twins,
  nameActivity,
  onTick,
  onContacts,
  onApply,
  onGroup,
  onMap,
}: FoundColumnsOptions): Column<FoundLine>[] {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const openContacts = useEventCallback(onContacts);
  const openApply = useEventCallback(onApply);
  const toggleGroup = useEventCallback(onGroup);
  const showOnMap = useEventCallback((company: FoundCompany) => onMap?.(company));
  const hasMap = onMap !== undefined;
  return useMemo(() => {
    const ofCompany = (render: (company: FoundCompany) => ReactNode) => (line: FoundLine) =>
      "company" in line ? render(line.company) : null;
    const tick: Column<FoundLine> = {
      key: "tick",
      bare: true,
      className: "tick",
      // Where nothing can be ticked there is no box in its place.
      header: <span className="visually-hidden">{t(($) => $.search.found.quick.label)}</span>,
      label: t(($) => $.search.found.all),
      cell: (line) => <TickCell line={line} choices={choices} onTick={onTick} />,
    };
    const name: Column<FoundLine> = {
      key: "name",
      header: t(($) => $.search.found.column.name),
      bare: true,
      className: "found-who",
      cell: (line) =>
        "group" in line ? (
          <GroupCell group={line.group} isOpen={line.isOpen} onToggle={toggleGroup} />
        ) : (
          <NameCell
            company={line.company}
            twin={twins.get(line.company.id)}
            grouped={line.grouped}
            withCity={narrow}
            nameActivity={nameActivity}
            onMap={hasMap ? showOnMap : undefined}
          />
        ),
    };
    const city: Column<FoundLine> = {
      key: "city",
      header: t(($) => $.search.found.column.city),
      className: "found-city",
      cell: ofCompany(({ city: town, distance_km: km }) => (
        <span className="found-cell">
          <span>{town}</span>
          {km !== null && (
            <span className="soft small numbers">
              {t(($) => $.search.found.away, { distance: formatKilometres(km, language) })}
            </span>
          )}
        </span>
      )),
    };
    const email: Column<FoundLine> = {
      key: "email",
      header: t(($) => $.search.found.column.email),
      cell: (line) =>
        "company" in line ? (
          <EmailCell company={line.company} canAdd={choosing} onOpen={openContacts} onApply={openApply} />
        ) : (
          <GroupReach group={line.group} />
        ),
    };
    const phone: Column<FoundLine> = {
      key: "phone",
      header: t(($) => $.search.found.column.phone),
      className: "found-phone",
      cell: ofCompany((company) => <PhoneCell company={company} onOpen={openContacts} />),
    };
    return [...(choosing ? [tick] : []), name, ...(narrow ? [email] : [city, email, phone])];
  }, [
    t,
    language,
    choosing,
    narrow,
    choices,
    twins,
    nameActivity,
    onTick,
    openContacts,
    openApply,
    toggleGroup,
    showOnMap,
    hasMap,
  ]);
}

/** "Lyon, à 1,2 km". */
const formatPlace = ({ city, distance_km: km }: FoundCompany, t: TFunction, language: Language): string =>
  km === null ? city : t(($) => $.search.found.distance, { city, distance: formatKilometres(km, language) });

interface TickCellProps {
  line: FoundLine;
  choices: Choices;
  onTick: FoundColumnsOptions["onTick"];
}

function TickCell({ line, choices, onTick }: TickCellProps) {
  const { t } = useTranslation();
  const companies = listAddable("group" in line ? line.group.companies : [line.company]);
  if (companies.length === 0) return null;
  const ticked = companies.filter((company) => isTicked(company, choices)).length;
  const name = "group" in line ? line.group.name : formatCompanyName(line.company);
  return (
    <Checkbox
      bare
      label={
        "group" in line
          ? t(($) => $.search.found.chain.choose, { name, count: companies.length })
          : t(($) => $.search.found.choose, { name })
      }
      checked={ticked === companies.length}
      mixed={ticked > 0}
      onChange={(every, { shiftKey }) => onTick(line, every, shiftKey)}
    />
  );
}

interface GroupCellProps {
  group: FoundGroup;
  isOpen: boolean;
  onToggle: (id: string, open: boolean) => void;
}

/** Companies of one chain: their number, and a button that lists them. */
function GroupCell({ group, isOpen, onToggle }: GroupCellProps) {
  const { t } = useTranslation();
  return (
    <span className="row found-name">
      <button
        type="button"
        className={isOpen ? "found-group open" : "found-group"}
        aria-expanded={isOpen}
        onClick={() => onToggle(group.id, !isOpen)}
      >
        <Icon name="chevron" />
        <span>{group.name}</span>{" "}
        <span className="soft numbers">{t(($) => $.search.found.chain.count, { count: group.companies.length })}</span>
      </button>
    </span>
  );
}

/** How many companies of a chain have an address. */
function GroupReach({ group }: { group: FoundGroup }) {
  const { t } = useTranslation();
  const { reachable } = countByEmail(group.companies);
  return (
    reachable > 0 && <span className="soft">{t(($) => $.search.found.chain.reachable, { count: reachable })}</span>
  );
}

interface NameCellProps {
  company: FoundCompany;
  /** Another result that is probably the same. */
  twin: FoundCompany | undefined;
  grouped: boolean;
  withCity: boolean;
  nameActivity: (gcid: string) => string;
  onMap: ((company: FoundCompany) => void) | undefined;
}

function NameCell({ company, twin, grouped, withCity, nameActivity, onMap }: NameCellProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const { website, redirected_from: from, duplicate, known, apply_elsewhere: elsewhere, size, sector } = company;
  const activities = splitList(company.business_type).map(nameActivity).join(", ");
  const details = [
    withCity ? formatPlace(company, t, language) : "",
    activities,
    size === null ? "" : t(($) => $.search.found.size, { size }),
    sector ?? "",
    company.source === ADDED_BY_USER ? t(($) => $.common.sources.own) : "",
    from === null
      ? ""
      : `${toReadableHost(website)}, ${t(($) => $.common.contacts.redirected, { from: toReadableDomain(from) })}`,
  ].filter((text) => text !== "");
  return (
    <span className={grouped ? "found-cell grouped" : "found-cell"}>
      <span className="row found-name">
        <ExternalLink href={website} title={toReadableHost(website)}>
          {formatCompanyName(company)}
        </ExternalLink>
        {onMap && isPlaced(company) && (
          <IconButton
            icon="pin"
            size="small"
            label={t(($) => $.search.map.showOnMap, { name: formatCompanyName(company) })}
            onClick={() => onMap(company)}
          />
        )}
        {duplicate && <Tag>{known ? t(($) => $.search.found.known) : t(($) => $.search.found.duplicate)}</Tag>}
        {twin && (
          <Tag tone="warn">
            {t(($) => $.search.found.probablySame, { site: toReadableHost(twin.website) || formatCompanyName(twin) })}
          </Tag>
        )}
        {company.added && <Tag>{t(($) => $.search.found.known)}</Tag>}
        {company.seen && !duplicate && <Tag>{t(($) => $.search.found.seen)}</Tag>}
        {elsewhere && (
          <ExternalLink className="tag warn" href={elsewhere.url}>
            <Icon name="external" />
            {t(($) => $.search.found.elsewhere)}
          </ExternalLink>
        )}
      </span>
      <span className="soft small">{details.join(" · ")}</span>
    </span>
  );
}

interface ContactCellProps {
  company: FoundCompany;
  onOpen: (company: FoundCompany) => void;
}

interface EmailCellProps extends ContactCellProps {
  /** Whether the user can type an address. */
  canAdd: boolean;
  onApply: (company: FoundCompany) => void;
}

function EmailCell({ company, canAdd, onOpen, onApply }: EmailCellProps) {
  const { t } = useTranslation();
  const [best, ...others] = splitList(company.email);
  if (best !== undefined) return renderContactButton(t, company, onOpen, best, others.length);
  if (!company.finished)
    return (
      <span className="row soft">
        <Spinner />
        {t(($) => $.search.found.reading)}
      </span>
    );
  // Duplicates are not crawled, so it is unknown whether they have an address.
  if (company.duplicate) return null;
  return (
    <span className="found-ways">
      {canAdd ? (
        renderContactButton(
          t,
          company,
          onOpen,
          t(($) => $.common.typedEmail.open),
        )
      ) : (
        <span className="soft">
          {company.unread ? t(($) => $.search.found.unread) : t(($) => $.search.found.noEmail)}
        </span>
      )}
      <button
        type="button"
        className="contact-button"
        aria-label={t(($) => $.applications.openFor, { name: formatCompanyName(company) })}
        onClick={() => onApply(company)}
      >
        {t(($) => $.applications.open)}
      </button>
    </span>
  );
}

function PhoneCell({ company, onOpen }: ContactCellProps) {
  const { t } = useTranslation();
  const [best, ...others] = splitList(company.phone);
  if (best !== undefined) return renderContactButton(t, company, onOpen, formatPhone(company, best, t), others.length);
  return null;
}
