import type { Language, MessageLanguage } from "../../../../worker/contract/field-schemas";
import type { Profile } from "../../../../worker/contract/profiles";

/** Who applies. */
export interface Candidate {
  name: string;
  /** Of the account. */
  language: Language;
  /** Empty for a user who never made a second one: then the template and the CV are those below. */
  profiles: readonly Profile[];
  template: string;
  hasCv: boolean;
}

/** What a candidate applies with. */
interface Papers {
  /** Null for the only one. */
  profileId: string | null;
  /** Used where no message is written yet. */
  template: string;
  /** Of the template. */
  language: MessageLanguage;
  hasCv: boolean;
}

/** @param profileId of the company or of its search; the default one counts for null and for one that is gone */
export function findPapers({ profiles, template, hasCv, language }: Candidate, profileId: string | null): Papers {
  const profile = profiles.find(({ id }) => id === profileId) ?? profiles[0];
  if (!profile) return { profileId: null, template: template.trim(), language, hasCv };
  return {
    profileId: profile.id,
    template: profile.template_message.trim(),
    language: profile.language ?? language,
    hasCv: profile.cv !== null,
  };
}
