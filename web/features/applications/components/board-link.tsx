import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { getButtonClass } from "../../../ui/button/button";
import { Icon } from "../../../ui/graphics/icon";

/** Link to the applications as a board. */
export function BoardLink() {
  const { t } = useTranslation();
  return (
    <Link to="/board" className={getButtonClass({ look: "quiet" })}>
      <Icon name="board" />
      <span>{t(($) => $.applications.openBoard)}</span>
    </Link>
  );
}
