import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import "./contacts.css";

interface ContactButtonOptions {
  /** Whose contacts they are. */
  name: string;
  /** The one shown. */
  first: string;
  /** How many more there are. */
  more: number;
  onOpen: () => void;
}

/** One contact of a company and how many more there are; pressing it shows where they come from. A function and no component, as a screen of rows has many. */
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
