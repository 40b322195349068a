import { type Product, startProduct } from "../../harness/product.ts";
import { type LlmServer, startLlmServer } from "./start-llm-server.ts";

/** The product, and a language model of a process of its own with a set latency. */
export interface GenerateSetup {
  llm: LlmServer;
  product: Product;
  stop(): Promise<void>;
}

/** @param entry the worker to start: the product, or the product with measuring devices around it */
export async function startGenerateSetup(entry = "worker/index.ts"): Promise<GenerateSetup> {
  const llm = await startLlmServer();
  const product = await startProduct({ entry, outside: llm.address, settings: { OPENAI_API_KEY: "sandbox" } });
  return {
    llm,
    product,
    async stop() {
      await product.stop();
      llm.stop();
    },
  };
}
