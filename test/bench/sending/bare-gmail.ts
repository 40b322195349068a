import { z } from "zod";
import { toCompanyId } from "../../harness/job-seeker.ts";
import type { Product } from "../../harness/product.ts";

const SEND_SCOPE = "https://www.googleapis.com/auth/gmail.send";
const REDIRECT_URI = "http://localhost/back";
const Mails = z.array(z.object({ to: z.string(), raw: z.string() }));

/** The sandbox's Gmail without the product: gives it mails that the product has sent before. */
export class BareGmail {
  readonly #server: Product;
  readonly #token: string;

  private constructor(server: Product, token: string) {
    this.#server = server;
    this.#token = token;
  }

  static async open(server: Product, account: string): Promise<BareGmail> {
    const query = new URLSearchParams({
      client_id: "sandbox",
      redirect_uri: REDIRECT_URI,
      response_type: "code",
      scope: `openid email ${SEND_SCOPE}`,
      access_type: "offline",
      prompt: "consent",
    });
    const decided = await fetch(`${server.url()}/sandbox/accounts.google.com/o/oauth2/v2/auth?${query.toString()}`, {
      method: "POST",
      body: new URLSearchParams({ email: account, decision: "allow", scope: SEND_SCOPE }),
      redirect: "manual",
    });
    const code = new URL(decided.headers.get("location") ?? REDIRECT_URI).searchParams.get("code") ?? "";
    const tokens = await fetch(`${server.url()}/sandbox/oauth2.googleapis.com/token`, {
      method: "POST",
      body: new URLSearchParams({
        code,
        client_id: "sandbox",
        client_secret: "sandbox",
        redirect_uri: REDIRECT_URI,
        grant_type: "authorization_code",
      }),
    });
    return new BareGmail(server, z.object({ access_token: z.string() }).parse(await tokens.json()).access_token);
  }

  /** The mail a user of the bench sent last, as it was composed. */
  async findMail(user: string): Promise<string> {
    const mail = Mails.parse(await this.#server.callSandbox("GET", "outbox")).find(({ to }) =>
      toCompanyId(to).startsWith(`${user}-`),
    );
    if (!mail) throw new Error(`${user} has sent nothing`);
    return mail.raw;
  }

  async post(mail: string): Promise<void> {
    const response = await fetch(
      `${this.#server.url()}/sandbox/gmail.googleapis.com/upload/gmail/v1/users/me/messages/send?uploadType=media`,
      {
        method: "POST",
        headers: { authorization: `Bearer ${this.#token}`, "content-type": "message/rfc822" },
        body: mail,
      },
    );
    if (!response.ok) throw new Error(`Gmail answered ${response.status}: ${await response.text()}`);
  }
}
