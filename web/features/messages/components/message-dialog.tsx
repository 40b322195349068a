import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatCompanyName } from "../../../lib/company-name";
import { Dialog } from "../../../ui/dialog/dialog";
import { storedMessageDraft } from "../model/stored-message-draft";
import { MessageEditor, type MessageEditorProps } from "./message-editor";
import { MessageView } from "./message-view";

/** Opens a message to read, edit or rewrite. A message that was sent or is being sent is read-only. */
export function MessageDialog({ company, onClose, ...rest }: MessageEditorProps) {
  const { id } = company;
  const isReadOnly = company.email_sent || company.send_status === "sending";
  useEffect(() => {
    // Otherwise what can be saved no more would open it again at each visit.
    if (isReadOnly && storedMessageDraft.read()?.id === id) storedMessageDraft.clear();
  }, [isReadOnly, id]);
  if (isReadOnly)
    return <MessageViewDialog company={company} attachmentNames={rest.attachmentNames} onClose={onClose} />;
  return <MessageEditor company={company} onClose={onClose} {...rest} />;
}

/** A read-only message, as in the archive. */
export function MessageViewDialog({
  company,
  attachmentNames,
  onClose,
}: Pick<MessageEditorProps, "company" | "attachmentNames" | "onClose">) {
  const { t } = useTranslation();
  // The row may change; the open message does not.
  const [shown] = useState(company);
  return (
    <Dialog wide title={t(($) => $.messages.dialog.title, { name: formatCompanyName(shown) })} onClose={onClose}>
      <MessageView company={shown} attachmentNames={attachmentNames} />
    </Dialog>
  );
}
