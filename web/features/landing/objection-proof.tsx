import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { DomainProof, ProofResult } from "../../../worker/contract/objections";
import { toReadableDomain } from "../../../worker/contract/readable-domain";
import { Button } from "../../ui/button/button";
import { CopyValue } from "../../ui/button/copy-value";
import { Banner } from "../../ui/status/banner";

interface ObjectionProofProps {
  domain: string;
  proof: DomainProof;
  /** Number of checks, so that the same result is announced again. */
  checkCount: number;
  busy: boolean;
  onCheck: () => void;
  onBack: () => void;
}

/** Two ways for a company to prove that it owns a domain; either is enough. */
export function ObjectionProof({ domain, proof, checkCount, busy, onCheck, onBack }: ObjectionProofProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { value, dns, file } = proof;
  const proven = dns.result === "found" || file.result === "found";
  return (
    <section className="stack" aria-labelledby="objection-proof">
      <h2 id="objection-proof" ref={heading} tabIndex={-1}>
        {t(($) => $.legal.objection.proof.title, { domain: toReadableDomain(domain) })}
      </h2>
      <p>{t(($) => $.legal.objection.proof.lead)}</p>
      {proven && (
        <Banner tone="info" alert>
          {t(($) => $.legal.objection.proof.proven)}
        </Banner>
      )}
      {dns.result !== "off" && (
        <section className="proof-way" aria-labelledby="proof-dns">
          <h3 id="proof-dns">{t(($) => $.legal.objection.proof.dns.title)}</h3>
          <p>{t(($) => $.legal.objection.proof.dns.text)}</p>
          <dl>
            <CopyValue label={t(($) => $.legal.objection.proof.dns.name)} value={dns.name} />
            <CopyValue label={t(($) => $.legal.objection.proof.dns.value)} value={value} />
          </dl>
          <p className="soft small">{t(($) => $.legal.objection.proof.dns.hint)}</p>
          <CheckResult key={checkCount} place="dns" result={dns.result} />
        </section>
      )}
      {file.result !== "off" && (
        <section className="proof-way" aria-labelledby="proof-file">
          <h3 id="proof-file">{t(($) => $.legal.objection.proof.file.title)}</h3>
          <p>{t(($) => $.legal.objection.proof.file.text)}</p>
          <dl>
            <CopyValue label={t(($) => $.legal.objection.proof.file.address)} value={file.url} />
            <CopyValue label={t(($) => $.legal.objection.proof.file.content)} value={value} />
          </dl>
          <CheckResult key={checkCount} place="file" result={file.result} />
        </section>
      )}
      <div className="row">
        <Button look="primary" busy={busy} onClick={onCheck}>
          {t(($) => $.legal.objection.proof.check)}
        </Button>
        <Button disabled={busy} onClick={onBack}>
          {t(($) => $.legal.objection.proof.other)}
        </Button>
      </div>
      <p className="soft small">{t(($) => $.legal.objection.proof.later)}</p>
    </section>
  );
}

const bannerTones = { found: "good", missing: "warn", failed: "bad", postponed: "warn" } as const;

function CheckResult({ place, result }: { place: "dns" | "file"; result: ProofResult }) {
  const { t } = useTranslation();
  if (result === "unchecked" || result === "off") return null;
  return (
    <Banner tone={bannerTones[result]} alert>
      {t(($) => $.legal.objection.proof[place][result])}
    </Banner>
  );
}
