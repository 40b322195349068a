import { useTranslation } from "../i18n/use-translation";
import "./contacts.css";

interface ContactButtonProps {
  /** Whose contacts they are. */
  name: string;
  /** The one shown. */
  first: string;
  /** How many more there are. */
  more: number;
  onOpen: () => void;
}

/** One contact of a company and how many more there are; pressing it shows where they come from. */
export function ContactButton({ name, first, more, onOpen }: ContactButtonProps) {
  const { t } = useTranslation();
  return (
    <button type="button" className="contact-button" onClick={onOpen} title={t(($) => $.common.contacts.origin, { name })}>
      <span>{first}</span>
      {more > 0 && <span className="soft numbers"> {t(($) => $.common.contacts.more, { count: more })}</span>}
    </button>
  );
}
