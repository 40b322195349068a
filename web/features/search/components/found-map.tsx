import { type Map as LeafletMap, type Marker, DomEvent, divIcon, map as createMap, marker, tileLayer } from "leaflet";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import Supercluster from "supercluster";
import { formatCompanyName } from "../../../lib/company-name";
import type { MapTiles } from "../../../lib/map-tiles";
import { useEventCallback } from "../../../lib/use-event-callback";
import { Button } from "../../../ui/button/button";
import { ExternalLink } from "../../../ui/button/external-link";
import { Banner } from "../../../ui/status/banner";
import type { PlacedCompany } from "../model/found-view";
import styles from "leaflet/dist/leaflet.css?url";

const MAX_ZOOM = 18;
/** Zoom at which one selected company is shown, unless the map is closer already. */
const COMPANY_ZOOM = 15;
/** Of the card over the top of the map. */
const CARD_HEIGHT_PX = 160;
/** Points closer than that on the screen become one (px). */
const CLUSTER_RADIUS_PX = 48;

interface FoundMapProps {
  tiles: MapTiles;
  companies: PlacedCompany[];
  /** The selected companies: several when they stand at one place. */
  selected: readonly string[];
  onSelect: (ids: string[]) => void;
  /** Called once the map has its height. */
  onShown: () => void;
  onClose: () => void;
  /** Lies over the top of the map, which is in view before its foot. */
  children: ReactNode;
}

/** The companies on a map, close ones as one point. Each point is a button; the list holds the same companies. */
export function FoundMap({ tiles, companies, selected, onSelect, onShown, children }: FoundMapProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const markers = useRef(new Map<string, Marker>());
  const [view, setView] = useState<LeafletMap>();
  const [tilesFailed, setTilesFailed] = useState(false);
  const points = useMemo(() => toClusters(companies), [companies]);
  const byId = useMemo(() => new Map(companies.map((company) => [company.id, company])), [companies]);

  useEffect(() => {
    if (!frame.current) return;
    linkStyles();
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const created = createMap(frame.current, {
      attributionControl: false,
      zoomControl: false,
      maxZoom: MAX_ZOOM,
      // Scrolling the page over the map would zoom out to the whole world.
      scrollWheelZoom: false,
      ...(isStill && { zoomAnimation: false, fadeAnimation: false, inertia: false }),
    });
    tileLayer(tiles.url, { maxZoom: MAX_ZOOM })
      .on("tileerror", () => setTilesFailed(true))
      .on("tileload", () => setTilesFailed(false))
      .addTo(created);
    let isZooming = false;
    created.on("zoomanim", () => (isZooming = true)).on("zoomend", () => (isZooming = false));
    created.on("focus", () => created.scrollWheelZoom.enable()).on("blur", () => created.scrollWheelZoom.disable());
    setView(created);
    const shown = markers.current;
    return () => {
      shown.clear();
      // Leaflet fails at the end of a zoom whose map was removed meanwhile.
      if (isZooming) created.once("zoomend", () => created.remove());
      else created.remove();
    };
  }, [tiles]);

  const tellShown = useEventCallback(onShown);
  useEffect(() => tellShown(), [tellShown]);

  const showAll = useEventCallback(() => {
    if (companies.length > 0)
      view?.fitBounds(
        companies.map(({ lat, lon }) => [lat, lon]),
        { padding: [32, 32], maxZoom: COMPANY_ZOOM },
      );
  });
  const isEmpty = companies.length === 0;
  useEffect(() => {
    if (view && !isEmpty) showAll();
  }, [view, isEmpty, showAll]);

  // Only when another one is selected: new results must not move the map.
  const showSelected = useEventCallback((id: string) => {
    const company = byId.get(id);
    if (!view || !company) return;
    const place = { lat: company.lat, lng: company.lon };
    const isUnderCard = view.latLngToContainerPoint(place).y < CARD_HEIGHT_PX;
    if (!view.getBounds().contains(place) || isUnderCard || view.getZoom() < COMPANY_ZOOM)
      view.setView(place, Math.max(view.getZoom(), COMPANY_ZOOM));
  });
  const [only] = selected.length === 1 ? selected : [];
  useEffect(() => {
    if (view && only !== undefined) showSelected(only);
  }, [view, only, showSelected]);

  const press = useEventCallback((cluster: Cluster) => {
    if (!view || !frame.current) return;
    if (!isGroup(cluster)) return onSelect([cluster.properties.id]);
    const id = cluster.properties.cluster_id;
    const zoom = points.getClusterExpansionZoom(id);
    if (zoom > MAX_ZOOM) return onSelect(points.getLeaves(id, Infinity).map(({ properties }) => properties.id));
    // The pressed button disappears with its group.
    frame.current.focus();
    view.setView(toPlace(cluster), zoom);
  });
  // Another function in another language, so that the points are named again.
  const nameCluster = useCallback(
    (cluster: Cluster) =>
      isGroup(cluster)
        ? t(($) => $.search.map.group, { count: cluster.properties.point_count })
        : formatCompanyName(byId.get(cluster.properties.id) ?? { name: cluster.properties.id, website: "" }),
    [t, byId],
  );

  useEffect(() => {
    if (!view) return;
    const shown = markers.current;
    const draw = () => {
      const bounds = view.getBounds();
      const clusters = points.getClusters(
        [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
        Math.round(view.getZoom()),
      );
      const keys = new Map(clusters.map((cluster) => [toMarkerKey(cluster, points), cluster]));
      for (const [key, old] of shown)
        if (!keys.has(key)) {
          old.remove();
          shown.delete(key);
        }
      for (const [key, cluster] of keys) {
        const point = shown.get(key) ?? createMarker(cluster, press).addTo(view);
        nameMarker(point, nameCluster(cluster));
        shown.set(key, point);
      }
      markSelected(shown, selected);
    };
    draw();
    view.on("moveend", draw);
    return () => {
      view.off("moveend", draw);
    };
  }, [view, points, selected, press, nameCluster]);

  return (
    <div className="found-map">
      <div className="row found-map-buttons">
        <Button size="small" icon="plus" onClick={() => view?.zoomIn()}>
          {t(($) => $.search.map.zoomIn)}
        </Button>
        <Button size="small" icon="minus" onClick={() => view?.zoomOut()}>
          {t(($) => $.search.map.zoomOut)}
        </Button>
        <Button size="small" look="quiet" onClick={showAll}>
          {t(($) => $.search.map.showAll)}
        </Button>
      </div>
      <div className="found-map-stage">
        <div ref={frame} className="found-map-frame" role="region" aria-label={t(($) => $.search.map.label)} />
        {children}
      </div>
      {tilesFailed && <Banner tone="warn">{t(($) => $.search.map.tilesFailed)}</Banner>}
      <p className="soft small">
        {tiles.attributionUrl === "" ? (
          tiles.attribution
        ) : (
          <ExternalLink href={tiles.attributionUrl}>{tiles.attribution}</ExternalLink>
        )}
      </p>
    </div>
  );
}

type CompanyPoint = { id: string };
type Points = Supercluster<CompanyPoint>;
type Cluster = ReturnType<Points["getClusters"]>[number];

/** Leaflet's own styles are loaded with the map: they are a quarter of all others. */
function linkStyles(): void {
  if (document.querySelector(`link[href="${styles}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = styles;
  document.head.prepend(link);
}

function toClusters(companies: readonly PlacedCompany[]): Points {
  const points = new Supercluster<CompanyPoint>({ radius: CLUSTER_RADIUS_PX, extent: 256, maxZoom: MAX_ZOOM });
  return points.load(
    companies.map(({ id, lat, lon }) => ({
      type: "Feature",
      properties: { id },
      geometry: { type: "Point", coordinates: [lon, lat] },
    })),
  );
}

const isGroup = (cluster: Cluster): cluster is Extract<Cluster, { properties: { cluster: true } }> =>
  "cluster" in cluster.properties;
const toPlace = ({ geometry: { coordinates } }: Cluster) => ({ lat: coordinates[1] ?? 0, lng: coordinates[0] ?? 0 });
/** Names the companies of a point, so that a point that stays keeps its button, and with it the focus. */
const toMarkerKey = (cluster: Cluster, points: Points): string =>
  isGroup(cluster)
    ? points
        .getLeaves(cluster.properties.cluster_id, Infinity)
        .map(({ properties }) => properties.id)
        .join(" ")
    : cluster.properties.id;

function createMarker(cluster: Cluster, press: (cluster: Cluster) => void): Marker {
  const button = document.createElement("button");
  button.type = "button";
  button.className = isGroup(cluster) ? "map-point group" : "map-point";
  if (isGroup(cluster)) button.textContent = String(cluster.properties.point_count);
  button.addEventListener("click", () => press(cluster));
  DomEvent.disableClickPropagation(button);
  // The button is what is pressed and reached by Tab, not Leaflet's own element around it.
  return marker(toPlace(cluster), {
    icon: divIcon({ html: button, className: "", iconSize: [32, 32] }),
    interactive: false,
    keyboard: false,
  });
}

function nameMarker(point: Marker, name: string): void {
  const button = point.getElement()?.querySelector("button");
  if (!button) return;
  button.title = name;
  button.setAttribute("aria-label", name);
}

function markSelected(shown: ReadonlyMap<string, Marker>, selected: readonly string[]): void {
  for (const [key, point] of shown) {
    const isSelected = selected.some((id) => key.split(" ").includes(id));
    point.setZIndexOffset(isSelected ? 1_000 : 0);
    point.getElement()?.querySelector("button")?.setAttribute("aria-pressed", String(isSelected));
  }
}
