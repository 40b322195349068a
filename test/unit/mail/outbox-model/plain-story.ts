import { createWorld, SimulatedProduct } from "./simulated-product";
import type { Story } from "./story";

/** A mail that leaves after ten seconds, and one after it. */
export const PLAIN_STORY: Story = {
  begins: "2031-06-17T08:00:00Z",
  language: "fr",
  countries: ["FR", "GB"],
  applied: [],
  dailyLimit: 50,
  sendingDays: 5,
  sentToday: 0,
  outcomes: [],
  chance: 0,
  commands: [],
};

/** The same with applications that were sent eight days ago. */
export const FOLLOW_UP_STORY: Story = { ...PLAIN_STORY, applied: [8, 8] };

/** A product to which single things are done. */
export async function startProduct(values: Partial<Story> = {}): Promise<SimulatedProduct> {
  const product = new SimulatedProduct(createWorld(), { ...PLAIN_STORY, ...values });
  await product.seed();
  return product;
}

/** Approves the mails to companies as they are now. */
export async function approveMails(product: SimulatedProduct, companies: readonly number[]) {
  const mails = [];
  for (const company of companies) {
    const mail = await product.describeMail(company);
    if (!mail) throw new Error("no mail can be shown");
    const { step, version, fingerprint } = mail;
    mails.push({
      companyId: product.ids[company] ?? "",
      step,
      version,
      fingerprint,
      confirm: ["needs_review" as const],
    });
  }
  return mails;
}
