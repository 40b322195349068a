import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ADDED_BY_USER, type Company, type MailCheck, type Contact } from "../../../worker/contract/companies";
import { toReadableDomain } from "../../../worker/contract/readable-domain";
import { useErrorText } from "../../i18n/use-error-text";
import { useShownLanguage } from "../../i18n/use-language";
import { toReadableHost } from "../../lib/company-name";
import { formatDate } from "../../lib/format";
import { localizePhone } from "../../lib/phone-text";
import { Button } from "../button/button";
import { ExternalLink } from "../button/external-link";
import { Banner } from "../status/banner";
import { Tag } from "../status/tag";
import { notify } from "../toast/notify";
import { ElsewhereNotice } from "./elsewhere-notice";
import "./contacts.css";
import { EmailForm, useReturnedFocus } from "./typed-email-form";

/** A company with its contacts; with its recipient on the dashboard. */
type CompanyWithContacts = Pick<
  Company,
  "name" | "website" | "redirected_from" | "contacts" | "apply_elsewhere" | "source"
> &
  Partial<Pick<Company, "recipient" | "email_sent" | "applied">>;

/** Saves an address typed by the user, in place of another one or beside the others; without one, removes the other. */
type ChangeEmail = (
  email: string | undefined,
  replaces: string | undefined,
) => Promise<{ mail_check: MailCheck | null }>;

/** In place of the address that is corrected. */
const NEW_EMAIL = "";

export interface ContactSourcesProps {
  company: CompanyWithContacts;
  /** Nothing may be sent to it. */
  blocked?: boolean;
  /** Undefined where addresses cannot be changed. */
  onEmail?: ChangeEmail | undefined;
  /** Without an address, the form for one is open from the start. */
  startsOpen?: boolean;
  /** An action of another feature. */
  action?: ReactNode;
}

/** Where each contact of a company was found and how it was extracted; its addresses can be typed and corrected. */
export function ContactSources({ company, blocked = false, onEmail, startsOpen = false, action }: ContactSourcesProps) {
  const { t } = useTranslation();
  const isAsked = startsOpen && onEmail !== undefined && !company.contacts.some(({ kind }) => kind === "email");
  const [edited, setEdited] = useState<string | null>(isAsked ? NEW_EMAIL : null);
  const [told, setTold] = useState<string>();
  const addition = useReturnedFocus(edited !== null);
  const edit = (email: string) => {
    setTold(undefined);
    setEdited(email);
  };
  // Another form may have been opened while this one was being saved.
  const endEditing = (email: string, explained?: string) => {
    setTold(explained);
    setEdited((now) => (now === email ? null : now));
  };
  const { website, redirected_from: from, contacts, apply_elsewhere: elsewhere, source } = company;
  const isSent = company.email_sent === true;
  // Where another application is known, no e-mail is promised.
  const isNext = !blocked && (company.applied ?? null) === null;
  const kinds = (["email", "phone"] as const).filter((kind) => contacts.some((contact) => contact.kind === kind));
  return (
    <div className="stack stack-loose">
      {contacts.length > 0 && <p className="soft prose">{t(($) => $.common.contacts.intro)}</p>}
      {from !== null && (
        <p className="prose">
          <ExternalLink href={website}>{toReadableHost(website)}</ExternalLink>,{" "}
          {t(($) => $.common.contacts.redirected, { from: toReadableDomain(from) })}
        </p>
      )}
      {elsewhere && <ElsewhereNotice url={elsewhere.url} />}
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
                  chosen={kind === "email" && contact.value === company.recipient && (isSent || isNext)}
                  sent={isSent}
                >
                  {kind === "email" &&
                    onEmail &&
                    (edited === contact.value ? (
                      <EmailForm
                        corrects={contact.value}
                        onSave={onEmail}
                        onSaved={(explained) => endEditing(contact.value, explained)}
                        onCancel={() => endEditing(contact.value)}
                      />
                    ) : (
                      <EmailActions
                        email={contact.value}
                        isTyped={contact.how === "user"}
                        onEmail={onEmail}
                        onCorrect={() => edit(contact.value)}
                        onRemoved={() => setTold(undefined)}
                      />
                    ))}
                </ContactItem>
              ))}
          </ul>
        </section>
      ))}
      {onEmail && (
        <div ref={addition} className="stack stack-tight">
          <div role="status">{told !== undefined && <Banner tone="warn">{told}</Banner>}</div>
          {edited === NEW_EMAIL ? (
            <EmailForm
              onSave={onEmail}
              onSaved={(explained) => endEditing(NEW_EMAIL, explained)}
              onCancel={() => endEditing(NEW_EMAIL)}
            />
          ) : (
            <div className="row">
              <Button size="small" icon="plus" onClick={() => edit(NEW_EMAIL)}>
                {t(($) => $.common.typedEmail.open)}
              </Button>
            </div>
          )}
        </div>
      )}
      {action}
      {source === ADDED_BY_USER ? (
        <p className="soft small">{t(($) => $.common.contacts.own)}</p>
      ) : (
        source !== "" && (
          <p className="soft small">
            {/* Without their licences, which stand below lists. */}
            {t(($) => $.common.contacts.source, { source: source.replaceAll(/ \([^)]*\)/gu, "") })}
          </p>
        )
      )}
    </div>
  );
}

interface ContactItemProps {
  contact: Contact;
  chosen: boolean;
  sent: boolean;
  children: ReactNode;
}

function ContactItem({ contact, chosen, sent, children }: ContactItemProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  return (
    <li>
      <span className="row">
        <strong className={contact.kind === "phone" ? "numbers" : undefined}>
          {localizePhone(contact.text ?? contact.value, t)}
        </strong>
        {chosen && (
          <Tag tone="good">
            {sent ? t(($) => $.common.contacts.recipientSent) : t(($) => $.common.contacts.recipient)}
          </Tag>
        )}
      </span>
      <span className="soft small">
        {[
          contact.how !== "user" && t(($) => $.common.contacts.seen, { date: formatDate(contact.seen_at, language) }),
          t(($) => $.common.contacts.how[contact.how]),
          contact.how === "user" && formatDate(contact.seen_at, language),
        ]
          .filter(Boolean)
          .join(", ")}
      </span>
      {URL.canParse(contact.page) && (
        <ExternalLink className="small" href={contact.page}>
          {formatPageUrl(contact.page)}
        </ExternalLink>
      )}
      {children}
    </li>
  );
}

interface EmailActionsProps {
  email: string;
  isTyped: boolean;
  onEmail: ChangeEmail;
  onCorrect: () => void;
  onRemoved: () => void;
}

/** Corrects an address, or removes one that the user typed. */
function EmailActions({ email, isTyped, onEmail, onCorrect, onRemoved }: EmailActionsProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const remove = useMutation({
    mutationFn: () => onEmail(undefined, email),
    onSuccess: () => {
      notify.success(t(($) => $.common.typedEmail.removed));
      onRemoved();
    },
    onError: (error) =>
      notify.error(
        errorText(
          error,
          t(($) => $.common.typedEmail.removeFailed),
        ),
      ),
  });
  return (
    <div className="row">
      <Button
        size="small"
        look="quiet"
        aria-label={t(($) => $.common.typedEmail.correctOf, { email })}
        onClick={onCorrect}
      >
        {t(($) => $.common.typedEmail.correct)}
      </Button>
      {isTyped && (
        <Button
          size="small"
          look="quiet"
          aria-label={t(($) => $.common.typedEmail.removeOf, { email })}
          busy={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {t(($) => $.common.typedEmail.remove)}
        </Button>
      )}
    </div>
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
