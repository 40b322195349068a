import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { useErrorText } from "../../i18n/use-error-text";
import { notify } from "../../ui/toast";
import { logout } from "./api";
import { useSessionChanges } from "./session";

/** Ends the session and goes to the landing page. */
export function useLogout() {
  const { signedOut } = useSessionChanges();
  const navigate = useNavigate();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: logout,
    onSuccess: async () => {
      signedOut();
      await navigate("/");
    },
    onError: (error) => notify.error(errorText(error)),
  });
}
