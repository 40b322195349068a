import type * as z from "zod/mini";
import type { SentenceSource } from "../../worker/contract/messages";
import { toCvUrl } from "./cv-url";
import type { SettingsSection } from "./settings-sections";

/** Parts of the settings that a link can name, and the sections they are in. */
export const SETTINGS_ANCHORS = { template: "template", confirmed: "facts" } as const;
const SETTINGS_PATHS = { template: "template", confirmed: "cv" } as const satisfies Record<string, SettingsSection>;

/** Where the source of a sentence can be read; null for what was sent, and for a page that is no web page. */
export function toSourceUrl({
  kind,
  url,
  cv_page: page,
  profile_id: profileId,
}: z.infer<typeof SentenceSource>): string | null {
  if (kind === "cv") return toCvUrl(page, profileId);
  if (kind === "sent") return null;
  if (kind !== "company") return `/settings/${SETTINGS_PATHS[kind]}#${SETTINGS_ANCHORS[kind]}`;
  return url !== null && /^https?:\/\//iu.test(url) && URL.canParse(url) ? url : null;
}
