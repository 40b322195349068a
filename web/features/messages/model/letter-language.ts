import type { Company } from "../../../../worker/contract/companies";
import type { Profile } from "../../../../worker/contract/profiles";

/**
 * The companies whose message would be in another language than the CV that goes with it, as far as that is known.
 * @param chosen the profile to write all with; null: each company's own
 */
export function listInOtherLanguage<C extends Pick<Company, "language" | "profile_id">>(
  companies: readonly C[],
  profiles: readonly Pick<Profile, "id" | "language">[],
  chosen: string | null,
): C[] {
  return companies.filter(({ language, profile_id: own }) => {
    const profile = profiles.find(({ id }) => id === (chosen ?? own)) ?? profiles[0];
    return profile !== undefined && profile.language !== null && profile.language !== language;
  });
}

/**
 * The profile that is proposed for letters in one language, where the companies' own ones have a CV in another; null to
 * leave each its own.
 */
export function proposeProfile(
  companies: readonly Pick<Company, "language" | "profile_id">[],
  profiles: readonly Pick<Profile, "id" | "language" | "cv">[],
): string | null {
  const language = companies[0]?.language;
  if (companies.some((company) => company.language !== language)) return null;
  if (listInOtherLanguage(companies, profiles, null).length === 0) return null;
  return profiles.find((profile) => profile.language === language && profile.cv !== null)?.id ?? null;
}
