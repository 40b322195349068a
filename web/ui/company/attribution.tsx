import { useTranslation } from "react-i18next";
import { ADDED_BY_USER, type DirectorySource } from "../../../worker/contract/companies";
import { ExternalLink } from "../button/external-link";

/** The source of OpenStreetMap's rows starts with this. */
const OSM = "OpenStreetMap";

const nameSource = (source: string, address: string | undefined) =>
  address === undefined ? source : <ExternalLink href={address}>{source}</ExternalLink>;

interface AttributedRow {
  source: string;
  /** The same with addresses, where they are known. */
  sources?: readonly DirectorySource[] | null;
}

/**
 * Names the directories that the rows come from, each once, with their licences: what the user added has none.
 * OpenStreetMap's licence requires its link.
 */
export function Attribution({ rows }: { rows: readonly AttributedRow[] }) {
  const { t } = useTranslation();
  const named = rows
    .flatMap(({ source }) => source.split(" · "))
    .filter((source) => source !== "" && source !== ADDED_BY_USER);
  // Our directory and OpenStreetMap's servers write its licence in two ways.
  const sources = [...new Set(named.map((source) => (source.startsWith(OSM) ? OSM : source)))];
  if (sources.length === 0) return null;
  const addresses = new Map(
    rows.flatMap((row) => row.sources ?? []).map(({ name, licence, url }) => [`${name} (${licence})`, url]),
  );
  return (
    <p className="soft small">
      {t(($) => $.common.sources.label)}{" "}
      {sources.map((source, i) => (
        <span key={source}>
          {i > 0 && " · "}
          {source === OSM ? (
            <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
              {t(($) => $.common.sources.osm)}
            </a>
          ) : (
            nameSource(source, addresses.get(source))
          )}
        </span>
      ))}
    </p>
  );
}
