import { useTranslation } from "react-i18next";
import type { OwnList } from "../../../../worker/contract/search";

/** The title of a list of the user's own: its file or company, and which part of it. */
export function useListTitle(): (list: OwnList) => string {
  const { t } = useTranslation();
  return ({ name, part, parts }) => {
    const title = name === "" ? t(($) => $.search.own.history.pasted) : t(($) => $.search.own.history.named, { name });
    return parts > 1 ? t(($) => $.search.own.history.part, { title, part, parts }) : title;
  };
}
