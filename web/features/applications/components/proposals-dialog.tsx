import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Proposal } from "../../../../worker/contract/applications";
import type { Company, Outcome } from "../../../../worker/contract/companies";
import { LIMITS } from "../../../../worker/contract/limits";
import { useErrorText } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatDateTime } from "../../../lib/format";
import { buildGmailSearchUrl } from "../../../lib/gmail-search-url";
import { Button } from "../../../ui/button/button";
import { ExternalLink } from "../../../ui/button/external-link";
import { Dialog } from "../../../ui/dialog/dialog";
import { Banner } from "../../../ui/status/banner";
import { confirmProposal, dismissProposal } from "../api/application-requests";
import { useOutcome } from "../hooks/use-outcome";
import { useRefreshProposals } from "../hooks/use-refresh-proposals";
import { OutcomeButtons } from "./outcome-buttons";

interface ProposalsDialogProps {
  proposals: readonly Proposal[];
  onClose: () => void;
  onCompany: (company: Company) => void;
}

/** Outcomes that were read in answers, to confirm, correct or drop one by one. */
export function ProposalsDialog({ proposals, onClose, onCompany }: ProposalsDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t(($) => $.applications.proposals.title)}
      onClose={onClose}
      footer={
        proposals.length === 0 ? (
          <Button look="primary" onClick={onClose}>
            {t(($) => $.common.close)}
          </Button>
        ) : undefined
      }
    >
      <div className="stack stack-loose">
        {proposals.length === 0 && <p>{t(($) => $.applications.proposals.done)}</p>}
        {proposals.map((proposal) => (
          <ProposalCard key={proposal.id} proposal={proposal} onCompany={onCompany} />
        ))}
      </div>
    </Dialog>
  );
}

function ProposalCard({ proposal, onCompany }: { proposal: Proposal } & Pick<ProposalsDialogProps, "onCompany">) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const language = useShownLanguage();
  const { tell } = useOutcome(onCompany);
  const refresh = useRefreshProposals();
  const decide = useMutation({
    mutationFn: (outcome: Outcome) => confirmProposal(proposal.company_id, proposal.id, outcome),
    onSuccess: ({ company, event_id: event }, outcome) => {
      onCompany(company);
      tell(company, outcome, event);
      return refresh();
    },
  });
  const dismiss = useMutation({
    mutationFn: () => dismissProposal(proposal.company_id, proposal.id),
    onSuccess: refresh,
  });
  const error = decide.error ?? dismiss.error;
  const headingId = `proposal-${proposal.id}`;
  const doubt =
    proposal.sender_proven === false
      ? t(($) => $.applications.proposals.unproven)
      : proposal.confidence < LIMITS.sureConfidence && t(($) => $.applications.proposals.unsure);
  return (
    <section className="stack stack-tight" aria-labelledby={headingId}>
      <h3 id={headingId}>
        <Link to={`/companies/${proposal.company_id}`}>{proposal.company_name}</Link>
      </h3>
      <p className="soft small">
        {[proposal.sender, proposal.subject, formatDateTime(proposal.created_at, language)]
          .filter((part) => part !== null)
          .join(" · ")}
      </p>
      {proposal.sender !== null && (
        <p className="small">
          <ExternalLink
            href={buildGmailSearchUrl("from", /<([^<>]+)>$/u.exec(proposal.sender)?.[1] ?? proposal.sender, null)}
          >
            {t(($) => $.applications.proposals.inGmail)}
          </ExternalLink>
        </p>
      )}
      {proposal.excerpt !== null && <blockquote className="quote soft prewrap prose">{proposal.excerpt}</blockquote>}
      {doubt && <Banner tone="warn">{doubt}</Banner>}
      <p>{t(($) => $.applications.answer.proposed[proposal.outcome])}</p>
      {error && (
        <Banner tone="bad" alert>
          {errorText(error)}
        </Banner>
      )}
      <OutcomeButtons
        proposed={proposal.outcome}
        busy={decide.isPending ? decide.variables : null}
        onChoose={(outcome) => decide.mutate(outcome)}
      />
      <div className="row">
        <Button size="small" look="quiet" icon="cross" busy={dismiss.isPending} onClick={() => dismiss.mutate()}>
          {t(($) => $.applications.proposals.dismiss)}
        </Button>
      </div>
    </section>
  );
}
