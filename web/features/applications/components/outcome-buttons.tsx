import { useTranslation } from "react-i18next";
import { Outcome } from "../../../../worker/contract/companies";
import { Button } from "../../../ui/button/button";

interface OutcomeButtonsProps {
  /** What was read; null where the user must say. */
  proposed: Outcome | null;
  /** The one that is being saved. */
  busy: Outcome | null;
  onChoose: (outcome: Outcome) => void;
}

/** The outcomes to choose from, the proposed one first. */
export function OutcomeButtons({ proposed, busy, onChoose }: OutcomeButtonsProps) {
  const { t } = useTranslation();
  // A reply is there.
  const others = Outcome.options.filter((outcome) => outcome !== proposed && outcome !== "no_answer");
  return (
    <div className="stack stack-tight">
      {proposed !== null && (
        <div className="row">
          <Button look="primary" icon="check" busy={busy === proposed} onClick={() => onChoose(proposed)}>
            {t(($) => $.applications.answer.confirm[proposed])}
          </Button>
        </div>
      )}
      <p className="soft small">
        {proposed === null ? t(($) => $.applications.answer.what) : t(($) => $.applications.answer.else)}
      </p>
      <div className="row">
        {others.map((outcome) => (
          <Button key={outcome} size="small" busy={busy === outcome} onClick={() => onChoose(outcome)}>
            {t(($) => $.applications.outcome.names[outcome])}
          </Button>
        ))}
      </div>
    </div>
  );
}
