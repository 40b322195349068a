import { useMutation } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { useErrorText } from "../../../i18n/use-error-text";
import { notify } from "../../../ui/toast/notify";
import { logout } from "../api/account-requests";
import { useSessionChanges } from "./use-session";

/** Ends the session and goes to the landing page. */
export function useLogout() {
  const { clearSession } = useSessionChanges();
  const [, navigate] = useLocation();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: logout,
    onSuccess: () => {
      clearSession();
      navigate("/");
    },
    onError: (error) => notify.error(errorText(error)),
  });
}
