import { readForm, type OutsideRequest } from "../outside-request";
import { markup, renderPage } from "../pages/html";
import { findAccount, accounts } from "./accounts";
import { readAuthRequest, type AuthFault, type AuthRequest } from "./auth-request";
import { consentTexts, pickLanguage } from "./consent-texts";
import { isSignInScope } from "./scopes";

const CODE_LIFETIME_MS = 10 * 60_000;

function renderFault(fault: AuthFault): Response {
  const body = markup`<h1>Access blocked: Authorization Error</h1>
    <p>${fault.description}</p>
    <p class="soft">Error 400: ${fault.error}</p>`;
  return renderPage(`Error 400: ${fault.error}`, body, { status: 400 });
}

function renderConsent(call: OutsideRequest, wanted: AuthRequest): Response {
  const lang = pickLanguage(call);
  const texts = consentTexts[lang];
  const chosen = accounts.find((each) => each.email === wanted.loginHint)?.email ?? accounts[0]?.email;
  const optional = wanted.scopes.filter((scope) => !isSignInScope(scope));
  const people = accounts.map(
    (each) =>
      markup`<label
        ><input type="radio" name="account" value="${each.email}" ${each.email === chosen ? "checked" : ""} />
        ${each.name} <span class="soft">${each.email}</span></label
      >`,
  );
  const boxes = optional.map(
    (scope) =>
      markup`<label
        ><input type="checkbox" name="scope" value="${scope}" checked /> ${texts.scopes[scope] ?? scope}</label
      >`,
  );
  const body = markup`<p class="soft">Google · sandbox</p>
    <h1>${texts.title}</h1>
    <form method="post" action="${call.base}/o/oauth2/v2/auth${call.url.search}">
      <fieldset>
        <legend>${texts.account}</legend>
        ${people} <label>${texts.other}<input type="email" name="email" autocomplete="off" /></label>
      </fieldset>
      ${
        optional.length > 0
          ? markup`<fieldset>
              <legend>${texts.permissions}</legend>
              ${boxes}
            </fieldset>`
          : undefined
      }
      <p class="soft">${texts.notice}</p>
      <button class="main" name="decision" value="allow">${texts.allow}</button
      ><button name="decision" value="deny">${texts.deny}</button>
    </form>`;
  return renderPage(texts.title, body, { lang });
}

/** Redirects the browser back, or posts a popup's answer to its opener. */
function returnAnswer(call: OutsideRequest, wanted: AuthRequest, answer: Record<string, string>): Response {
  const all = wanted.state === undefined ? answer : { ...answer, state: wanted.state };
  if (wanted.redirectUri === "postmessage") {
    const body = markup`<p id="answer" data-answer="${JSON.stringify(all)}">…</p>
      <script src="${call.base}/gsi/relay.js"></script>`;
    return renderPage("Google", body);
  }
  const target = new URL(wanted.redirectUri);
  for (const [name, value] of Object.entries(all)) target.searchParams.set(name, value);
  return new Response(null, { status: 302, headers: { location: target.href, "cache-control": "no-store" } });
}

async function answerDecision(call: OutsideRequest, wanted: AuthRequest): Promise<Response> {
  const form = readForm(call);
  if (form.get("decision") !== "allow") return returnAnswer(call, wanted, { error: "access_denied" });
  const { email } = findAccount(form.get("email")?.trim() || (form.get("account") ?? accounts[0]?.email ?? ""));
  const ticked = form.getAll("scope");
  const scopes = wanted.scopes.filter((scope) => isSignInScope(scope) || ticked.includes(scope));
  const code = `4/0A${crypto.randomUUID()}`;
  await call.state.putSecret(code, "code", {
    grantId: crypto.randomUUID(),
    clientId: wanted.clientId,
    account: email,
    scopes,
    expiresAt: Date.now() + CODE_LIFETIME_MS,
    redirectUri: wanted.redirectUri,
    nonce: wanted.nonce,
    offline: wanted.offline,
    challenge: wanted.challenge,
  });
  return returnAnswer(call, wanted, { code, scope: scopes.join(" "), authuser: "0", prompt: "consent" });
}

/** The page to choose an account and allow or deny (GET), and the result of the choice (POST). */
export async function answerConsent(call: OutsideRequest): Promise<Response> {
  const wanted = readAuthRequest(call.url.searchParams);
  if ("error" in wanted) return renderFault(wanted);
  return call.method === "POST" ? answerDecision(call, wanted) : renderConsent(call, wanted);
}
