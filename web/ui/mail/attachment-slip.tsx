import { Icon } from "../graphics/icon";
import "./attachment-slip.css";

/** The attachment of a letter, or that there is none. */
export function AttachmentSlip({
  text,
  href,
  none = false,
}: {
  text: string;
  /** Opens it in a new tab. */ href?: string;
  /** There is no attachment. */ none?: boolean;
}) {
  return (
    <p className={none ? "enclosure none small" : "enclosure small"}>
      {!none && <Icon name="clip" />}
      {href === undefined ? (
        <span>{text}</span>
      ) : (
        <a href={href} target="_blank" rel="noreferrer">
          {text}
        </a>
      )}
    </p>
  );
}
