import { useTranslation } from "react-i18next";

const stepNames = ["query", "categories", "cities", "results"] as const;

/** The current one of the four steps. */
export function StepIndicator({ step }: { step: number }) {
  const { t } = useTranslation();
  return (
    <ol className="steps" aria-label={t(($) => $.search.steps.label)}>
      {stepNames.map((name, index) => (
        <li
          key={name}
          className={index + 1 < step ? "done" : undefined}
          aria-current={index + 1 === step ? "step" : undefined}
        >
          <span className="steps-number numbers" aria-hidden="true">
            {index + 1}
          </span>
          {t(($) => $.search.steps[name])}
        </li>
      ))}
    </ol>
  );
}
