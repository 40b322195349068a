import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { getSettings, type Settings } from "../../worker/contract/account";
import { listProfiles } from "../../worker/contract/profiles";
import { CvUpload } from "../features/account/components/cv-upload";
import { WizardTemplateStep } from "../features/account/components/wizard-template-step";
import { useLogout } from "../features/account/hooks/use-logout";
import { hasGoodCv } from "../features/account/model/cv-validation";
import { useErrorText } from "../i18n/use-error-text";
import { endpointQuery } from "../lib/query-client";
import { useEventCallback } from "../lib/use-event-callback";
import { Button } from "../ui/button/button";
import { Brand } from "../ui/page/brand";
import { usePageTitle } from "../ui/page/page";
import { useStepHeading } from "../ui/page/use-step-heading";
import { Banner } from "../ui/status/banner";
import { Skeleton } from "../ui/status/spinner";

/** The setup: a CV, then a template. Starts at the template if there is a CV. */
export function WizardPage() {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.account.wizard.title));
  const errorText = useErrorText();
  const { data, error, refetch } = useQuery(endpointQuery(getSettings));
  const leave = useLogout();
  return (
    <main id="main" className="wizard" tabIndex={-1}>
      <header className="row row-spread">
        <span className="brand">
          <Brand />
        </span>
        <Button look="quiet" size="small" busy={leave.isPending} onClick={() => leave.mutate()}>
          {t(($) => $.account.wizard.logout)}
        </Button>
      </header>
      {!data && <h1 className="visually-hidden">{t(($) => $.account.wizard.title)}</h1>}
      {data && <WizardSteps settings={data} />}
      {!data && !error && <Skeleton label={t(($) => $.common.loading)} />}
      {!data && error && (
        <Banner tone="bad" action={<Button onClick={() => void refetch()}>{t(($) => $.common.retry)}</Button>}>
          {errorText(error)}
        </Banner>
      )}
    </main>
  );
}

function WizardSteps({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  const [step, setStep] = useState<1 | 2>(settings.cv === null ? 1 : 2);
  return (
    <>
      <ol className="wizard-steps" aria-label={t(($) => $.account.wizard.progress, { step })}>
        <li aria-current={step === 1 ? "step" : undefined} className={settings.cv ? "done" : undefined}>
          {t(($) => $.account.wizard.cvTitle)}
        </li>
        <li aria-current={step === 2 ? "step" : undefined}>{t(($) => $.account.wizard.templateTitle)}</li>
      </ol>
      {step === 1 ? (
        <CvStep settings={settings} onNext={() => setStep(2)} />
      ) : (
        <WizardTemplateStep settings={settings} onBack={() => setStep(1)} />
      )}
    </>
  );
}

/** A CV that was just chosen leads on by itself, unless something about it is to be seen. */
function CvStep({ settings, onNext }: { settings: Settings; onNext: () => void }) {
  const { t } = useTranslation();
  const heading = useStepHeading();
  const [isNew, setIsNew] = useState(false);
  const { data: profiles } = useQuery(endpointQuery(listProfiles));
  const isRead = isNew && hasGoodCv(profiles?.profiles ?? []);
  const goOn = useEventCallback(onNext);
  useEffect(() => {
    if (isRead) goOn();
  }, [isRead, goOn]);
  return (
    <section className="stack stack-loose">
      <div className="stack stack-tight">
        <h1 ref={heading} tabIndex={-1}>
          {t(($) => $.account.wizard.cvTitle)}
        </h1>
        <p className="prose">{t(($) => $.account.wizard.cvLead)}</p>
        <p className="soft small">{t(($) => $.account.cv.lead)}</p>
      </div>
      <CvUpload settings={settings} onSaved={() => setIsNew(true)} />
      <div className="row row-end step-actions">
        <Button
          look={settings.cv ? "primary" : "plain"}
          disabledReason={settings.cv ? undefined : t(($) => $.account.wizard.cvNeeded)}
          onClick={onNext}
        >
          {t(($) => $.common.next)}
        </Button>
      </div>
    </section>
  );
}
