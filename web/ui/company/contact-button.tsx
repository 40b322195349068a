import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import "./contacts.css";

interface ContactButtonOptions {
  /** Name of the company. */
  name: string;
  /** The one shown. */
  first: string;
  /** Number of further contacts. */
  more: number;
  onOpen: () => void;
}

/**
 * One contact of a company and the number of others; pressing it shows their sources. A plain function, as a screen
 * renders many.
 */
export function renderContactButton(t: TFunction, { name, first, more, onOpen }: ContactButtonOptions): ReactNode {
  return (
    <button
      type="button"
      className="contact-button"
      onClick={onOpen}
      title={t(($) => $.common.contacts.origin, { name })}
    >
      <span>{first}</span>
      {more > 0 && <span className="soft numbers"> {t(($) => $.common.contacts.more, { count: more })}</span>}
    </button>
  );
}
