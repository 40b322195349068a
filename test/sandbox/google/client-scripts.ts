// Text, because these two run in a browser and this TypeScript project has no DOM types.

const client = `(() => {
  const here = "/sandbox/accounts.google.com";
  const initCodeClient = (config) => ({
    requestCode() {
      const query = new URLSearchParams({
        client_id: config.client_id, scope: config.scope, response_type: "code", redirect_uri: "postmessage",
        access_type: "offline", prompt: "consent", ux_mode: "popup", hl: document.documentElement.lang || "",
      });
      if (config.state) query.set("state", config.state);
      if (config.login_hint) query.set("login_hint", config.login_hint);
      if (config.ux_mode === "redirect") {
        query.set("redirect_uri", config.redirect_uri);
        query.set("ux_mode", "redirect");
        location.assign(here + "/o/oauth2/v2/auth?" + query);
        return;
      }
      const url = here + "/o/oauth2/v2/auth?" + query;
      const popup = window.open(url, "g_auth_code_window", "popup,width=520,height=640");
      if (!popup) {
        config.error_callback?.({ type: "popup_failed_to_open", message: "Failed to open popup window" });
        return;
      }
      const end = () => { clearInterval(watch); removeEventListener("message", listen); };
      const listen = (event) => {
        if (event.origin !== location.origin || event.data?.type !== "sandbox-gsi") return;
        end();
        config.callback?.(event.data.answer);
      };
      const watch = setInterval(() => {
        if (!popup.closed) return;
        end();
        config.error_callback?.({ type: "popup_closed", message: "Popup window closed" });
      }, 500);
      addEventListener("message", listen);
    },
  });
  window.google = { accounts: { oauth2: { initCodeClient } } };
})();
`;

const relay = `const answer = JSON.parse(document.getElementById("answer").dataset.answer);
window.opener?.postMessage({ type: "sandbox-gsi", answer }, location.origin);
setTimeout(() => window.close(), 50);
`;

const scriptResponse = (text: string): Response =>
  new Response(text, { headers: { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-store" } });

/** Google's script for a page, `google.accounts.oauth2.initCodeClient`, and the popup's final message. */
export const clientScript = (): Response => scriptResponse(client);
export const relayScript = (): Response => scriptResponse(relay);
