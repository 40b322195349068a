import { gzipSync } from "node:zlib";
import type { Page, Response } from "playwright-core";
import { describe, expect, it } from "vitest";
import { makeCvPdf } from "../../harness/make-pdf.ts";
import { useServer } from "../support/use-server.ts";

// The files that a browser really fetches, in bytes after gzip.

const sharedServer = useServer();

interface FetchedFile {
  kind: string;
  name: string;
  size: number;
}

/** Opens a new browser profile. `taken` lists the files fetched since its last call. */
async function openAsVisitor(): Promise<{ page: Page; takeFetchedFiles: () => Promise<FetchedFile[]> }> {
  const context = await sharedServer.browser.newContext({ locale: "fr-FR" });
  const answers: Response[] = [];
  context.on("response", (response) => void answers.push(response));
  return {
    page: await context.newPage(),
    takeFetchedFiles: () =>
      Promise.all(
        answers
          .splice(0)
          .filter((response) => !response.url().includes("/api/"))
          .map(async (response) => ({
            kind: response.request().resourceType(),
            name: new URL(response.url()).pathname,
            size: gzipSync(await response.body()).length,
          })),
      ),
  };
}

const sumBytes = (files: FetchedFile[], kind: string): number =>
  files.filter((file) => file.kind === kind).reduce((sum, { size }) => sum + size, 0);

describe("what a first visit fetches", () => {
  const visitPage = async (path: string) => {
    const { page, takeFetchedFiles } = await openAsVisitor();
    await page.goto(sharedServer.server.url + path, { waitUntil: "networkidle" });
    return takeFetchedFiles();
  };

  it("the landing page: 125 kB of scripts, 15 kB of styles, 100 kB of fonts", async () => {
    const files = await visitPage("/");
    expect(sumBytes(files, "script")).toBeLessThanOrEqual(125_000);
    expect(sumBytes(files, "script")).toBeGreaterThan(20_000);
    expect(sumBytes(files, "stylesheet")).toBeLessThanOrEqual(15_000);
    expect(sumBytes(files, "font")).toBeLessThanOrEqual(100_000);
  });

  it.each(["login", "signup"])("the %s page: 175 kB of scripts, 15 kB of styles", async (name) => {
    const files = await visitPage(`/${name}`);
    expect(sumBytes(files, "script")).toBeLessThanOrEqual(175_000);
    expect(sumBytes(files, "stylesheet")).toBeLessThanOrEqual(15_000);
  });

  const dashboardTitle =
    "the dashboard: 215 kB of scripts and 15 kB of styles in all; " +
    "the other language and what opens over it when they are asked for";
  it(dashboardTitle, async () => {
    const { page, takeFetchedFiles } = await openAsVisitor();
    const { request } = page.context();
    await request.post(`${sharedServer.server.url}/api/auth/register`, {
      data: { name: "Camille", email: "camille@mail.example", password: "un mot de passe", language: "fr" },
    });
    await request.post(`${sharedServer.server.url}/api/settings/cv`, {
      multipart: {
        cv: {
          name: "cv.pdf",
          mimeType: "application/pdf",
          buffer: Buffer.from(makeCvPdf(["Camille Martin, menuisière depuis 2019"])),
        },
      },
    });
    await request.post(`${sharedServer.server.url}/api/settings/wizard-complete`);
    await page.goto(`${sharedServer.server.url}/dashboard`, { waitUntil: "networkidle" });
    const files = await takeFetchedFiles();
    expect(sumBytes(files, "script")).toBeLessThanOrEqual(215_000);
    expect(sumBytes(files, "script")).toBeGreaterThan(100_000);
    expect(sumBytes(files, "stylesheet")).toBeLessThanOrEqual(15_000);
    expect(
      files
        .map(({ name }) => name)
        .filter((name) =>
          /\/(legal|landing|message-dialog|sending-dialogs|contacts-dialog|failure-dialog)/u.test(name),
        ),
    ).toEqual([]);

    await page.getByRole("button", { name: "English" }).click();
    await page.getByRole("heading", { level: 1, name: "Companies" }).waitFor();
    const laterFiles = await takeFetchedFiles();
    expect(laterFiles.filter(({ kind }) => kind === "script").length).toBeGreaterThan(0);
  });
});
