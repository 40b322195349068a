import { LIMITS } from "../../contract/limits";
import { interleave } from "../../lib/interleave";
import {
  type Area,
  type DirectoryAnswer,
  type DirectoryCompany,
  type CompanyKind,
  ExternalServiceError,
} from "../../platform/ports";

/** Key of a place: its border, or its box without one. */
export const getPlaceKey = ({ relation, box: { south, west, north, east } }: Area): string =>
  relation === null ? [south, west, north, east].join(",") : String(relation);

/** Key of a kind; the order of its filters does not matter. */
export const getKindKey = (kind: CompanyKind): string =>
  "text" in kind
    ? `text ${kind.text.toLowerCase()}`
    : kind.filters
        .map((filter) => filter.map((tag) => tag.join("=")).join("+"))
        .sort()
        .join(";");

/**
 * Merges the answers for several kinds. The kinds take turns, as a search may have room for few companies; an entry of
 * two kinds appears once.
 * @throws ExternalServiceError after a timeout without any entry
 */
export function mergeKindAnswers(answers: DirectoryAnswer[]): DirectoryAnswer {
  const byPage = new Map<string, DirectoryCompany>();
  for (const company of interleave(answers.map(({ companies }) => companies))) {
    const known = byPage.get(company.page);
    byPage.set(company.page, known ? { ...known, tags: { ...known.tags, ...company.tags } } : company);
  }
  const isLate = answers.some(({ incomplete }) => incomplete === "out_of_time");
  if (isLate && byPage.size === 0)
    throw new ExternalServiceError("overpass", "timeout", "nothing found before the time ran out");
  const isCut = byPage.size > LIMITS.companiesPerSearch || answers.some(({ incomplete }) => incomplete === "too_many");
  return {
    companies: [...byPage.values()].slice(0, LIMITS.companiesPerSearch),
    incomplete: isLate ? "out_of_time" : isCut ? "too_many" : null,
  };
}
