import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toCvFileName, toLetterFileName } from "../../../../worker/contract/attachment-names";
import { type ApplicationWay, type Company, chooseMessageLanguage } from "../../../../worker/contract/companies";
import { useErrorText } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatCompanyName, toReadableHost } from "../../../lib/company-name";
import { toCvUrl } from "../../../lib/cv-url";
import { formatDate } from "../../../lib/format";
import { toLetterUrl } from "../../../lib/letter-url";
import { formatPhone } from "../../../lib/phone-text";
import { Button, getButtonClass } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { ProfileSelect } from "../../../ui/form/profile-select";
import { Icon } from "../../../ui/graphics/icon";
import { Banner } from "../../../ui/status/banner";
import { notify } from "../../../ui/toast/notify";
import "./apply-dialog.css";
import { removeApplication, saveApplication } from "../api/application-requests";
import { type Applicable, listWaysToApply, type WayToApply } from "../model/application-ways";
import { writeCallScript } from "../model/call-script";
import { type Candidate, findPapers } from "../model/candidate";
import { CopyButton } from "./copy-button";

interface ApplyDialogProps {
  company: Applicable;
  candidate: Candidate;
  /** On the do-not-contact list. */
  listed: boolean;
  onClose: () => void;
  /** Called with the changed company. Without it nothing can be recorded, as for a company that is only found. */
  onCompany?: (company: Company) => void;
}

/** How to apply without e-mail: by telephone, by a form or on a page about jobs. The user says when it is done. */
export function ApplyDialog({ company, candidate, listed, onClose, onCompany }: ApplyDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const shownLanguage = useShownLanguage();
  const name = formatCompanyName(company);
  const language = company.language ?? chooseMessageLanguage(company.country, candidate.language);
  const message = company.message?.trim() ?? "";
  const [profileId, setProfileId] = useState(company.profile_id ?? null);
  const papers = findPapers(candidate, profileId);
  const template = language === papers.language ? papers.template : "";
  const letter = message === "" ? template : message;
  const script = writeCallScript({ name: candidate.name, company: name, letter, language });
  const ways = listWaysToApply(company);
  const applied = company.applied ?? null;
  const letterFile =
    message === "" ? null : { name: toLetterFileName(candidate, language), url: toLetterUrl(company.id) };
  const cvFile = papers.hasCv
    ? { name: toCvFileName(candidate, language), url: toCvUrl(null, papers.profileId) }
    : null;
  const files = [letterFile, cvFile].filter((file) => file !== null);

  const undo = useMutation({
    mutationFn: (way: ApplicationWay) => removeApplication(company.id, way),
    onSuccess: (answer) => onCompany?.(answer.company),
    onError: (error) => notify.error(errorText(error)),
  });
  const record = useMutation({
    mutationFn: ({ way, target }: WayToApply) => saveApplication(company.id, way, target),
    onSuccess: (answer) => onCompany?.(answer.company),
  });
  const finish = (way: WayToApply) =>
    onCompany && (
      <Button
        icon="check"
        busy={record.isPending && record.variables.way === way.way}
        disabledReason={applied?.way === way.way ? t(($) => $.applications.already) : undefined}
        onClick={() => record.mutate(way)}
      >
        {t(($) => $.applications.done[way.way])}
      </Button>
    );
  const [phone, ...otherPhones] = ways.filter(({ way }) => way === "phone");
  const pages = ways.filter(({ way }) => way !== "phone");

  return (
    <Dialog title={t(($) => $.applications.title, { name })} onClose={onClose}>
      <div className="stack stack-loose">
        {listed && <Banner tone="warn">{t(($) => $.applications.listed)}</Banner>}
        <div role="status" className={applied ? undefined : "visually-hidden"}>
          {applied && onCompany && (
            <Banner
              tone="good"
              action={
                <Button size="small" busy={undo.isPending} onClick={() => undo.mutate(applied.way)}>
                  {t(($) => $.common.undo)}
                </Button>
              }
            >
              {t(($) => $.applications.appliedOn[applied.way], { date: formatDate(applied.at, shownLanguage) })}
            </Banner>
          )}
        </div>
        {record.isError && (
          <Banner tone="bad" alert>
            {errorText(record.error)}
          </Banner>
        )}
        {!listed && ways.length === 0 && <p className="soft">{t(($) => $.applications.none)}</p>}
        {!listed && ways.length > 0 && (
          <ProfileSelect profiles={candidate.profiles} value={profileId} onChange={setProfileId} />
        )}
        {!listed && phone && (
          <section className="stack stack-tight">
            <h3>{t(($) => $.applications.phone)}</h3>
            <p className="row numbers">
              {[phone, ...otherPhones].map(({ target }) => (
                <a key={target} className={getButtonClass()} href={`tel:${target}`}>
                  <Icon name="phone" />
                  <span>{formatPhone(company, target, t)}</span>
                </a>
              ))}
            </p>
            <p className="soft small">{t(($) => $.applications.scriptHint)}</p>
            <div className="letter-text prewrap prose call-script" lang={language}>
              {script}
            </div>
            <div className="row">
              <CopyButton text={script}>{t(($) => $.applications.copyScript)}</CopyButton>
              {finish(phone)}
            </div>
          </section>
        )}
        {!listed && pages.length > 0 && (
          <section className="stack stack-tight">
            <h3>{t(($) => $.applications.online)}</h3>
            {letter !== "" && (
              <p className="soft small">
                {message === "" ? t(($) => $.applications.templateHint) : t(($) => $.applications.letterHint)}
              </p>
            )}
            {files.length > 0 && (
              <p className="row">
                {files.map(({ name: file, url }) => (
                  <a key={url} className={getButtonClass({ look: "quiet" })} href={url} download={file}>
                    <Icon name="download" />
                    <span>{t(($) => $.applications.download, { name: file })}</span>
                  </a>
                ))}
              </p>
            )}
            {pages.map((page) => (
              <div key={page.way} className="row">
                <OpenPageLink page={page} letter={letter} />
                {finish(page)}
              </div>
            ))}
          </section>
        )}
        {!onCompany && !listed && ways.length > 0 && <p className="soft small">{t(($) => $.applications.addFirst)}</p>}
      </div>
    </Dialog>
  );
}

/** Opens a page in a new tab, with the letter on the clipboard. */
function OpenPageLink({ page: { way, target }, letter }: { page: WayToApply; letter: string }) {
  const { t } = useTranslation();
  const copy = () => {
    if (letter === "") return;
    navigator.clipboard.writeText(letter).then(
      () => notify.success(t(($) => $.applications.letterCopied)),
      () => notify.warning(t(($) => $.applications.notCopied)),
    );
  };
  return (
    <a className={getButtonClass()} href={target} target="_blank" rel="noreferrer" onClick={copy}>
      <Icon name="external" />
      <span>
        {way === "careers" ? t(($) => $.applications.openCareers) : t(($) => $.applications.openForm)}
        <span className="soft small"> {toReadableHost(target)}</span>
      </span>
    </a>
  );
}
