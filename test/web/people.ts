import { completeWizard, register, saveTemplate, uploadCv } from "../../web/features/account/api";
import { cvFile, cvPdf } from "../worker/pdf";

/** A new account in the open browser. */
export async function signUp(): Promise<{ email: string }> {
  const email = `ana-${crypto.randomUUID()}@mail.example`;
  await register({ name: "Ana Lopez", email, password: "secret1", language: "fr" });
  return { email };
}

/** A PDF of one page with one line of text. */
export const pdfOf = (line: string): File => cvFile(cvPdf([line]), "cv.pdf");

/** The same with the setup behind them: a CV and a template. */
export async function signUpReady(): Promise<void> {
  await signUp();
  await uploadCv(pdfOf("Three years of lighting design"));
  await saveTemplate("Bonjour, je suis conceptrice lumi\u00e8re.");
  await completeWizard();
}
