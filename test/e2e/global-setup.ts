import { prepareBrowser } from "./support/browser.ts";

/** The processes of the browser tests would start it while another one still unpacks it. */
export default async function setup(): Promise<void> {
  await prepareBrowser();
}
