import { expect, it } from "vitest";
import { approveMails, startProduct } from "./outbox-model/plain-story";

// Single incidents on the product of the outbox's model.

it("counts no mails of yesterday for a look that began before midnight", async () => {
  const product = await startProduct({ begins: "2031-06-17T23:59:40.000Z", dailyLimit: 2, sentToday: 2 });
  await product.queue(await approveMails(product, [0]), null);
  const planned = product.alarm;
  product.now = Date.parse("2031-06-17T23:59:59.950Z");
  product.onStep = async (_, when) => {
    if (when === "after") product.now = Date.parse("2031-06-18T00:00:00.050Z");
  };
  await product.look();
  expect(product.alarm).toBe(planned);
});
