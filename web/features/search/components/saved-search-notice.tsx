import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useAfterFirstPaint } from "../../../lib/use-after-first-paint";
import { getButtonClass } from "../../../ui/button/button";
import { Banner } from "../../../ui/status/banner";
import { savedSearchesQuery } from "../api/saved-search-requests";

/** Says that the directory has new companies for a kept search. Asked for once the screen is there. */
export function SavedSearchNotice() {
  const { t } = useTranslation();
  const painted = useAfterFirstPaint();
  const { data } = useQuery({ ...savedSearchesQuery(), enabled: painted });
  const [first] = data?.saved.filter(({ news }) => news > 0) ?? [];
  if (!first) return null;
  return (
    <Banner
      action={
        <Link className={getButtonClass({ size: "small" })} to="/search">
          {t(($) => $.companies.savedNews.see)}
        </Link>
      }
    >
      {t(($) => $.companies.savedNews.notice, { name: first.name, count: first.news })}
    </Banner>
  );
}
