import { Icon } from "../graphics/icon";
import "./attachment-slip.css";

/** A slip clipped to a letter: what goes with it, or that nothing does. */
export function AttachmentSlip({ text, none = false }: { text: string; /** Nothing goes with it. */ none?: boolean }) {
  return (
    <p className={none ? "enclosure none small" : "enclosure small"}>
      {!none && <Icon name="clip" />}
      <span>{text}</span>
    </p>
  );
}
