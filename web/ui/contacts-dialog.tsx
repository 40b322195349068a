import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Company, Contact } from "../../worker/contract/companies";
import { useShownLanguage } from "../i18n/use-language";
import { formatDate, nameOf, shownHost } from "../lib/format";
import { readableDomain } from "../lib/idn";
import { Banner } from "./banner";
import { Dialog } from "./dialog";
import { OutsideLink } from "./outside-link";
import { Tag } from "./tag";
import "./contacts.css";

/** A company with what is known of its contacts; the recipient once there is one. */
type Contacted = Pick<Company, "name" | "website" | "redirected_from" | "contacts" | "apply_elsewhere" | "source"> &
  Partial<Pick<Company, "recipient" | "email_sent">>;

/** Where each contact of a company was found, and how it was read there. */
export function ContactsDialog({
  company,
  action,
  onClose,
}: {
  company: Contacted;
  /** What other rooms can do about it. */ action?: ReactNode;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { website, redirected_from: from, contacts, apply_elsewhere: elsewhere, source } = company;
  const kinds = (["email", "phone"] as const).filter((kind) => contacts.some((contact) => contact.kind === kind));
  return (
    <Dialog title={t(($) => $.common.contacts.title, { name: nameOf(company) })} onClose={onClose}>
      <div className="stack stack-loose">
        <p className="soft prose">{t(($) => $.common.contacts.intro)}</p>
        {from !== null && (
          <p className="prose">
            <OutsideLink href={website}>{shownHost(website)}</OutsideLink>,{" "}
            {t(($) => $.common.contacts.redirected, { from: readableDomain(from) })}
          </p>
        )}
        {elsewhere && (
          <Banner
            tone="warn"
            action={<OutsideLink href={elsewhere.url}>{t(($) => $.common.contacts.elsewhereLink)}</OutsideLink>}
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
        {source !== "" && <p className="soft small">{t(($) => $.common.contacts.source, { source })}</p>}
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
        {t(($) => $.common.contacts.seen, { date: formatDate(contact.seen_at, language) })}
      </span>
      {URL.canParse(contact.page) && (
        <OutsideLink className="small" href={contact.page}>
          {pageOf(contact.page)}
        </OutsideLink>
      )}
    </li>
  );
}

/** A page's address without its scheme. */
const pageOf = (page: string): string => {
  const { pathname } = new URL(page);
  return shownHost(page) + (pathname === "/" ? "" : decode(pathname));
};

/** A path may hold escapes that are no UTF-8; it is then shown as it is. */
function decode(path: string): string {
  try {
    return decodeURI(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}
