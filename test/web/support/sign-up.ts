import { completeWizard, register, saveTemplate, uploadCv } from "../../../web/features/account/api/account-requests";
import { makeCvFile, makeCvPdf } from "../../harness/make-pdf";

/** A new account in the open browser. */
export async function signUp(): Promise<{ email: string }> {
  const email = `ana-${crypto.randomUUID()}@mail.example`;
  await register({ name: "Ana Lopez", email, password: "secret1", language: "fr" });
  return { email };
}

/** A PDF of one page with one line of text. */
export const makeCv = (line: string): File => makeCvFile(makeCvPdf([line]), "cv.pdf");

/** A new account with the finished setup: a CV and a template. */
export async function signUpWithSetup(): Promise<void> {
  await signUp();
  await uploadCv(makeCv("Three years of lighting design"));
  await saveTemplate("Bonjour, je suis conceptrice lumi\u00e8re.");
  await completeWizard();
}
