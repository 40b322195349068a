import { Icon } from "../graphics/icon";
import "./attachment-slip.css";

/** The attachment of a letter, or that there is none. */
export function AttachmentSlip({
  text,
  none = false,
}: {
  text: string;
  /** There is no attachment. */ none?: boolean;
}) {
  return (
    <p className={none ? "enclosure none small" : "enclosure small"}>
      {!none && <Icon name="clip" />}
      <span>{text}</span>
    </p>
  );
}
