import { useTranslation } from "react-i18next";

/** How OpenStreetMap's rows begin their source. */
const OSM_SOURCE_PREFIX = "OpenStreetMap";

/** The directories that the rows shown come from, with their licences, once each; OpenStreetMap as its licence wants it. Nothing for rows without any. */
export function Attribution({ rows }: { rows: readonly { source: string }[] }) {
  const { t } = useTranslation();
  const sources = [...new Set(rows.map(({ source }) => source))].filter((source) => source !== "");
  if (sources.length === 0) return null;
  return (
    <p className="soft small">
      {t(($) => $.common.sources.label)}{" "}
      {sources.map((source, i) => (
        <span key={source}>
          {i > 0 && " · "}
          {source.startsWith(OSM_SOURCE_PREFIX) ? (
            <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
              {t(($) => $.common.sources.osm)}
            </a>
          ) : (
            source
          )}
        </span>
      ))}
    </p>
  );
}
