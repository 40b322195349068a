import { defineBench } from "../harness/cli.ts";
import { type Product, startProduct } from "../harness/product.ts";
import { measureDatabase } from "./sending/measure-database.ts";
import { measureTime } from "./sending/measure-time.ts";

async function withProduct<T>(entry: string, measure: (product: Product) => Promise<T>): Promise<T> {
  const product = await startProduct({ entry });
  try {
    return await measure(product);
  } finally {
    await product.stop();
  }
}

/** What sending costs. Gmail is the sandbox's: it has a set latency and parses every mail. */
export const command = defineBench({
  open: async () => undefined,
  close: () => undefined,
  parts: {
    time: (_, { short }) => withProduct("worker/index.ts", (product) => measureTime(product, short)),
    database: () => withProduct("test/bench/worker/send-entry.ts", measureDatabase),
  },
});
