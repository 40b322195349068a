import "./icon.css";

const SUN_RAYS_PATH = "M10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6L16 16M4 16l1.4-1.4M14.6 5.4L16 4";

/** Stroke paths on a grid of 20 by 20. */
const paths = {
  archive: "M3 4h14v3H3zM4.5 7v9h11V7M8 10.5h4",
  arrow: "M4 10h12M11 5l5 5-5 5",
  back: "M16 10H4M9 5l-5 5 5 5",
  board: "M3 4h4v12H3zM8.5 4h4v8h-4zM14 4h3v5h-3z",
  block: "M4.7 4.7l10.6 10.6M17.5 10a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0z",
  chart: "M3 17h14M5 14.5V11M10 14.5v-10M15 14.5V8",
  check: "M4 10.5l4 4 8-9",
  chevron: "M5 7.5l5 5 5-5",
  clock: "M17.5 10a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0zM10 5.5V10l3 2",
  clip: "M14.5 8.5l-5.6 5.6a3 3 0 0 1-4.2-4.2l6.3-6.3a2 2 0 0 1 2.9 2.9l-6 6",
  companies: "M4 17V4h8v13M12 8h4v9M2.5 17h15M6.5 7h3M6.5 10h3M6.5 13h3",
  copy: "M7.5 7.5h9v9.5h-9zM4 13V3.5h8.5",
  cross: "M5 5l10 10M15 5L5 15",
  down: "M10 4v12M5 11l5 5 5-5",
  download: "M10 3v10M6 9l4 4 4-4M4 16.5h12",
  envelope: "M2.5 5h15v10.5h-15zM2.5 5.5l7.5 6 7.5-6",
  external: "M11 4h5v5M16 4l-7 7M14 11v5H4V6h5",
  file: "M5 2.5h6.5L15 6v11.5H5zM11.5 2.5V6H15",
  filter: "M3 5h14M6 10h8M8.5 15h3",
  gear: "M4 6h7M15 6h1M4 14h1M9 14h7M13 4v4M7 12v4",
  info: "M10 9v5M10 6v.5M17.5 10a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0z",
  keyboard: "M2.5 5.5h15v9h-15zM5.5 8.5h.5M8.5 8.5h.5M11.5 8.5h.5M14.5 8.5h.5M6.5 11.5h7",
  lock: "M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 6 0V9",
  logout: "M8 3.5H4v13h4M8 10h9M13.5 6.5L17 10l-3.5 3.5",
  map: "M2.5 5.5l5-2 5 2 5-2v11l-5 2-5-2-5 2zM7.5 3.5v11M12.5 5.5v11",
  mark: "M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM6.5 10.5l2.5 2.5 4.5-5.5",
  minus: "M4 10h12",
  moon: "M16.5 12A7 7 0 0 1 8 3.5a7 7 0 1 0 8.5 8.5z",
  pause: "M7 4.5v11M13 4.5v11",
  pen: "M4 16l.8-3.5L13 4.3l2.7 2.7-8.2 8.2zM11.5 6l2.6 2.6",
  phone: "M5 3h3l1.2 3.5-1.8 1.6a9 9 0 0 0 4.5 4.5l1.6-1.8L17 12v3a2 2 0 0 1-2 2A12 12 0 0 1 3 5a2 2 0 0 1 2-2z",
  pin: "M10 17.5s5.5-5 5.5-9.2a5.5 5.5 0 1 0-11 0c0 4.2 5.5 9.2 5.5 9.2zM10 10a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6",
  plus: "M10 4v12M4 10h12",
  redo: "M15.5 4v4.5H11M15 8.5A6 6 0 1 0 16 12",
  restore: "M3 4h14v3H3zM4.5 7v9h11V7M10 14V9.5M7.8 11.5L10 9.3l2.2 2.2",
  search: "M13 13l4 4M14.5 8.8a5.7 5.7 0 1 1-11.4 0 5.7 5.7 0 0 1 11.4 0z",
  send: "M17 3L2.5 9.5l5 2 2 5z M17 3L7.5 11.5",
  star: "M10 3l2.2 4.6 5 .7-3.6 3.5.9 5L10 14.4 5.5 16.8l.9-5L2.8 8.3l5-.7z",
  sun: `M10 6.2a3.8 3.8 0 1 1 0 7.6 3.8 3.8 0 0 1 0-7.6z${SUN_RAYS_PATH}`,
  top: "M4 3.5h12M10 17V7M5.5 11.5L10 7l4.5 4.5",
  trash: "M4 5.5h12M8 5.5V3.5h4v2M5.5 5.5l.7 11h7.6l.7-11M8.3 8.5v5M11.7 8.5v5",
  undo: "M4.5 4v4.5H9M5 8.5A6 6 0 1 1 4 12",
  up: "M10 16V4M5 9l5-5 5 5",
  upload: "M10 13V3M6 7l4-4 4 4M4 16.5h12",
  wand: "M4 16L13 7M12 3v2M16.5 7.5h-2M15.5 3.5L14 5M16 11.5l-1-1",
  warning: "M10 3l7.5 13.5h-15zM10 8.5v4M10 14.5v.3",
} as const;

export type IconName = keyof typeof paths;

/** An icon beside text, hidden from screen readers. `filled` marks a star that is set. */
export function Icon({ name, filled = false }: { name: IconName; filled?: boolean }) {
  return (
    <svg className={filled ? "icon filled" : "icon"} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
