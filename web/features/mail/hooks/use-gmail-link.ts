import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";
import { getCurrentUser, getSettings } from "../../../../worker/contract/account";
import { ErrorCodeSchema } from "../../../../worker/contract/errors";
import { INTERVALS_MS } from "../../../../worker/contract/limits";
import { GMAIL_LINK_FAILURE, GMAIL_LINK_SUCCESS } from "../../../../worker/contract/mail";
import { getOutbox } from "../../../../worker/contract/outbox";
import { useErrorText } from "../../../i18n/use-error-text";
import { ApiError } from "../../../lib/api-error";
import { endpointQuery, toQueryKey } from "../../../lib/query-client";
import { notify } from "../../../ui/toast/notify";
import { fetchAuthorizationUrl } from "../api/mail-requests";

const PopupMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal(GMAIL_LINK_SUCCESS) }),
  z.object({ type: z.literal(GMAIL_LINK_FAILURE), code: ErrorCodeSchema }),
]);

/**
 * Links Gmail through Google's popup. Its end is detected in three ways, since browsers isolate popups differently: a
 * message, a BroadcastChannel, and the closed window. Each reloads the settings.
 * @param onLinked called once Gmail is linked from here
 */
export function useGmailLink(onLinked?: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const errorText = useErrorText();
  const [linking, setLinking] = useState(false);
  // The failure, translated when rendered; "blocked" is the popup.
  const [problem, setProblem] = useState<"blocked" | Error | null>(null);
  const watch = useRef<number>(undefined);
  // The result may arrive by message and by channel; the first one counts.
  const waiting = useRef(false);

  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: toQueryKey(getSettings) }),
      client.invalidateQueries({ queryKey: toQueryKey(getCurrentUser) }),
      // How many may leave today depends on the mailbox.
      client.invalidateQueries({ queryKey: toQueryKey(getOutbox) }),
    ]);
  const end = () => {
    window.clearInterval(watch.current);
    setLinking(false);
    return refresh();
  };
  /** People have several accounts. */
  const nameAccount = async (refreshed: Promise<unknown>) => {
    await refreshed;
    const email = client.getQueryData(endpointQuery(getSettings).queryKey)?.gmail.email;
    notify.success(email ? t(($) => $.mail.gmail.linkedAs, { email }) : t(($) => $.mail.gmail.linked));
  };
  const handleMessage = useRef<(data: unknown) => void>(undefined);
  useEffect(() => {
    handleMessage.current = (data) => {
      const message = PopupMessage.safeParse(data).data;
      if (!message) return;
      const refreshed = end();
      // Another button on screen, or another tab, may have opened the window.
      if (!waiting.current) return;
      waiting.current = false;
      if (message.type === GMAIL_LINK_FAILURE) return setProblem(new ApiError(0, message.code, ""));
      void nameAccount(refreshed).then(onLinked);
    };
  });

  useEffect(() => {
    const channel = new BroadcastChannel("gmail-link");
    const onChannel = (event: MessageEvent<unknown>) => handleMessage.current?.(event.data);
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.origin === window.location.origin) handleMessage.current?.(event.data);
    };
    channel.addEventListener("message", onChannel);
    window.addEventListener("message", onMessage);
    return () => {
      channel.close();
      window.removeEventListener("message", onMessage);
      window.clearInterval(watch.current);
    };
  }, []);

  const link = async () => {
    setProblem(null);
    // Opened before any await: browsers block a popup that opens after the click.
    const popup = window.open("", "gmail-link", "popup,width=520,height=640");
    if (!popup) return setProblem("blocked");
    setLinking(true);
    waiting.current = true;
    try {
      const { auth_url } = await fetchAuthorizationUrl();
      popup.location.href = auth_url;
      watch.current = window.setInterval(() => {
        if (popup.closed) void end();
      }, INTERVALS_MS.popupCheck);
    } catch (failure) {
      popup.close();
      setLinking(false);
      setProblem(failure instanceof Error ? failure : new Error(String(failure)));
    }
  };
  const error =
    problem === null
      ? null
      : problem === "blocked"
        ? t(($) => $.mail.gmail.gmailPopupBlocked)
        : problem instanceof ApiError && problem.code === "oauth_denied"
          ? t(($) => $.mail.gmail.refused)
          : errorText(
              problem,
              t(($) => $.mail.gmail.gmailConnectError),
            );
  return { link, linking, error };
}
