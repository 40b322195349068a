import type { DeliveredMail } from "./forwarded-mail";

/**
 * Hands a mail to the product's e-mail handler, which the development servers offer by HTTP.
 * @param origin of the server
 * @returns why it was refused; null when it was taken
 */
export async function deliverMail({ from, to, raw }: DeliveredMail, origin: string): Promise<string | null> {
  const url = new URL("/cdn-cgi/local/email", origin);
  url.search = new URLSearchParams({ from, to }).toString();
  const response = await fetch(url, { method: "POST", body: raw });
  return response.ok ? null : (await response.text()).slice(0, 300);
}
