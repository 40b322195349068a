import { useTranslation } from "react-i18next";
import type { Settings } from "../../../../worker/contract/account";
import { Button } from "../../../ui/button/button";
import { useGmailLink } from "../hooks/use-gmail-link";
import "./connect-gmail-button.css";

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
  return (
    <>
      <Button look={look} icon="envelope" busy={linking} onClick={() => void link()}>
        {linking
          ? t(($) => $.mail.gmail.connecting)
          : gmail.reconnect
            ? t(($) => $.mail.gmail.reconnect)
            : t(($) => $.mail.gmail.connect)}
      </Button>
      {error !== null && (
        <span className="connect-problem small" role="alert">
          {error}
        </span>
      )}
    </>
  );
}
