import { defineBench } from "../harness/cli.ts";
import { type Product, startProduct } from "../harness/product.ts";
import { measureLateSearch, measureTenSearches } from "./osm-queue/measure-osm-queue.ts";
import { startOsmServer } from "./osm-queue/osm-server.ts";
import { REAL_PAUSES } from "./search/bench-setup.ts";

/** Each measurement starts with empty storage. */
async function withProduct<T>(outside: string, measure: (product: Product) => Promise<T>): Promise<T> {
  const product = await startProduct({ outside, settings: REAL_PAUSES });
  try {
    return await measure(product);
  } finally {
    await product.stop();
  }
}

/** How many searches share the requests to OpenStreetMap's servers, with pauses as in production. */
export const command = defineBench({
  open: () => startOsmServer(),
  close: (osm) => osm.stop(),
  parts: {
    together: (osm, { short }) =>
      withProduct(osm.address, (product) => measureTenSearches(product, osm, short ? 2 : 10)),
    late: (osm) => withProduct(osm.address, (product) => measureLateSearch(product)),
  },
});
