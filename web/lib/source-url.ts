import type * as z from "zod/mini";
import type { SentenceSource } from "../../worker/contract/messages";
import { toCvUrl } from "./cv-url";

/** Parts of the settings that a link can name. */
export const SETTINGS_ANCHORS = { template: "template", confirmed: "facts" } as const;

/** Where the source of a sentence can be read; null for a page that is no web page. */
export function toSourceUrl({
  kind,
  url,
  cv_page: page,
  profile_id: profileId,
}: z.infer<typeof SentenceSource>): string | null {
  if (kind === "cv") return toCvUrl(page, profileId);
  if (kind !== "company") return `/settings#${SETTINGS_ANCHORS[kind]}`;
  return url !== null && /^https?:\/\//iu.test(url) && URL.canParse(url) ? url : null;
}
