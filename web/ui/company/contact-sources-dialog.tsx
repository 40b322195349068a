import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ADDED_BY_USER, type Company, type Contact } from "../../../worker/contract/companies";
import { useShownLanguage } from "../../i18n/use-language";
import { formatCompanyName, toReadableHost } from "../../lib/company-name";
import { formatDate } from "../../lib/format";
import { toReadableDomain } from "../../lib/readable-domain";
import { ExternalLink } from "../button/external-link";
import { Dialog } from "../dialog/dialog";
import { Banner } from "../status/banner";
import { Tag } from "../status/tag";
import "./contacts.css";

/** A company with its contacts; with its recipient on the dashboard. */
type CompanyWithContacts = Pick<
  Company,
  "name" | "website" | "redirected_from" | "contacts" | "apply_elsewhere" | "source"
> &
  Partial<Pick<Company, "recipient" | "email_sent">>;

/** Where each contact of a company was found and how it was extracted. */
export function ContactSourcesDialog({
  company,
  action,
  onClose,
}: {
  company: CompanyWithContacts;
  /** An action of another feature. */ action?: ReactNode;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { website, redirected_from: from, contacts, apply_elsewhere: elsewhere, source } = company;
  const kinds = (["email", "phone"] as const).filter((kind) => contacts.some((contact) => contact.kind === kind));
  return (
    <Dialog title={t(($) => $.common.contacts.title, { name: formatCompanyName(company) })} onClose={onClose}>
      <div className="stack stack-loose">
        {contacts.length > 0 && <p className="soft prose">{t(($) => $.common.contacts.intro)}</p>}
        {from !== null && (
          <p className="prose">
            <ExternalLink href={website}>{toReadableHost(website)}</ExternalLink>,{" "}
            {t(($) => $.common.contacts.redirected, { from: toReadableDomain(from) })}
          </p>
        )}
        {elsewhere && (
          <Banner
            tone="warn"
            action={<ExternalLink href={elsewhere.url}>{t(($) => $.common.contacts.elsewhereLink)}</ExternalLink>}
          >
            {t(($) => $.common.contacts.elsewhere)}
          </Banner>
        )}
        {kinds.map((kind) => (
          <section key={kind} className="stack stack-tight">
            <h3>{kind === "email" ? t(($) => $.common.contacts.emails) : t(($) => $.common.contacts.phones)}</h3>
            <ul className="contacts">
              {contacts
                .filter((contact) => contact.kind === kind)
                .map((contact) => (
                  <ContactItem
                    key={`${contact.value} ${contact.page} ${contact.how}`}
                    contact={contact}
                    chosen={kind === "email" && contact.value === company.recipient}
                    sent={company.email_sent === true}
                  />
                ))}
            </ul>
          </section>
        ))}
        {action}
        {source === ADDED_BY_USER ? (
          <p className="soft small">{t(($) => $.common.contacts.own)}</p>
        ) : (
          source !== "" && <p className="soft small">{t(($) => $.common.contacts.source, { source })}</p>
        )}
      </div>
    </Dialog>
  );
}

function ContactItem({ contact, chosen, sent }: { contact: Contact; chosen: boolean; sent: boolean }) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  return (
    <li>
      <span className="row">
        <strong className={contact.kind === "phone" ? "numbers" : undefined}>{contact.value}</strong>
        {chosen && (
          <Tag tone="good">
            {sent ? t(($) => $.common.contacts.recipientSent) : t(($) => $.common.contacts.recipient)}
          </Tag>
        )}
      </span>
      <span className="soft small">
        {t(($) => $.common.contacts.how[contact.how])} ·{" "}
        {contact.how === "user"
          ? formatDate(contact.seen_at, language)
          : t(($) => $.common.contacts.seen, { date: formatDate(contact.seen_at, language) })}
      </span>
      {URL.canParse(contact.page) && (
        <ExternalLink className="small" href={contact.page}>
          {formatPageUrl(contact.page)}
        </ExternalLink>
      )}
    </li>
  );
}

/** A page's URL without its scheme. */
const formatPageUrl = (page: string): string => {
  const { pathname } = new URL(page);
  return toReadableHost(page) + (pathname === "/" ? "" : decodePath(pathname));
};

/** A path may hold escapes that are not UTF-8; it is then shown undecoded. */
function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}
