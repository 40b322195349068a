import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatCompanyName } from "../../../lib/company-name";
import { Dialog } from "../../../ui/dialog/dialog";
import { MessageEditor, type MessageEditorProps } from "./message-editor";
import { MessageView } from "./message-view";

/** The open letter: read, edit, write anew. One that was sent, or is on its way, can only be read. */
export function MessageDialog({ company, onClose, ...rest }: MessageEditorProps) {
  if (company.email_sent || company.send_status === "sending")
    return <MessageViewDialog company={company} attachmentName={rest.attachmentName} onClose={onClose} />;
  return <MessageEditor company={company} onClose={onClose} {...rest} />;
}

/** The letter to read only, as in the archive. */
export function MessageViewDialog({
  company,
  attachmentName,
  onClose,
}: Pick<MessageEditorProps, "company" | "attachmentName" | "onClose">) {
  const { t } = useTranslation();
  // The rows may change below; what is being read does not.
  const [shown] = useState(company);
  return (
    <Dialog wide title={t(($) => $.messages.dialog.title, { name: formatCompanyName(shown) })} onClose={onClose}>
      <MessageView company={shown} attachmentName={attachmentName} />
    </Dialog>
  );
}
