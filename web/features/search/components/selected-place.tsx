import { useTranslation } from "react-i18next";
import type { FoundCompany } from "../../../../worker/contract/search";
import { formatCompanyName } from "../../../lib/company-name";
import { splitList } from "../../../lib/split-list";
import { Button, IconButton } from "../../../ui/button/button";
import { Checkbox } from "../../../ui/form/checkbox";
import { LiveRegion } from "../../../ui/status/live-region";
import { type Choices, isTicked } from "../model/found-view";
import { isAddable } from "../model/rules-search";

interface SelectedPlaceProps {
  /** Several when they stand at one place. */
  companies: readonly FoundCompany[];
  choosing: boolean;
  choices: Choices;
  onTick: (company: FoundCompany, ticked: boolean) => void;
  /** Selects one of several. */
  onSelect: (id: string) => void;
  onShow: (id: string) => void;
  onClose: () => void;
}

/** The companies selected on the map, below it. */
export function SelectedPlace({ companies, choosing, choices, onTick, onSelect, onShow, onClose }: SelectedPlaceProps) {
  const { t } = useTranslation();
  const [only, second] = companies;
  const names = companies.map(formatCompanyName).join(", ");
  return (
    <>
      <LiveRegion>{names}</LiveRegion>
      {only && (
        <div className="selected-place">
          <IconButton icon="cross" size="small" label={t(($) => $.common.close)} onClick={onClose} />
          {second === undefined ? (
            <>
              <strong>{formatCompanyName(only)}</strong>
              <span className="soft">{only.email === "" ? only.city : splitList(only.email)[0]}</span>
              <div className="row">
                {choosing && isAddable(only) && (
                  <Checkbox
                    label={t(($) => $.search.map.add)}
                    checked={isTicked(only, choices)}
                    onChange={(ticked) => onTick(only, ticked)}
                  />
                )}
                <Button size="small" onClick={() => onShow(only.id)}>
                  {t(($) => $.search.map.showInList)}
                </Button>
              </div>
            </>
          ) : (
            <ul>
              {companies.map((company) => (
                <li key={company.id}>
                  <Button size="small" look="quiet" onClick={() => onSelect(company.id)}>
                    {formatCompanyName(company)}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  );
}
