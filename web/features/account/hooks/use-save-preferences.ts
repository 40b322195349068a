import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { PreferencesBody, Settings } from "../../../../worker/contract/account";
import { useErrorText } from "../../../i18n/use-error-text";
import { notify } from "../../../ui/toast/notify";
import { setPreferences } from "../api/account-requests";
import { useSettingsCache } from "./use-settings-cache";

/** Saves preferences at once. `shown` are the settings with what is being saved; a failure resets it, with a toast. */
export function useSavePreferences(settings: Settings) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const cacheSettings = useSettingsCache();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: setPreferences,
    onSuccess: cacheSettings,
    onError: (error) =>
      notify.error(
        errorText(
          error,
          t(($) => $.account.settings.saveError),
        ),
      ),
  });
  const shown: Settings = isPending ? { ...settings, ...variables } : settings;
  return { shown, save: (preferences: PreferencesBody) => mutate(preferences) };
}
