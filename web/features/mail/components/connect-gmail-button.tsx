import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Settings } from "../../../../worker/contract/account";
import { Button } from "../../../ui/button/button";
import { notify } from "../../../ui/toast/notify";
import { useGmailLink } from "../hooks/use-gmail-link";

/** Connects Gmail from wherever the user is: Google's window opens over the screen, which stays as it is. */
export function ConnectGmailButton({
  gmail,
  look = "primary",
  onLinked,
}: {
  gmail: Settings["gmail"];
  onLinked?: () => void;
  look?: "primary" | "plain";
}) {
  const { t } = useTranslation();
  const { link, linking, error } = useGmailLink(onLinked);
  useEffect(() => {
    if (error !== null) notify.error(error);
  }, [error]);
  return (
    <Button look={look} icon="envelope" busy={linking} onClick={() => void link()}>
      {linking
        ? t(($) => $.mail.gmail.connecting)
        : gmail.reconnect
          ? t(($) => $.mail.gmail.reconnect)
          : t(($) => $.mail.gmail.connect)}
    </Button>
  );
}
