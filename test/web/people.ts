import { register } from "../../web/features/account/api";

/** A new account in the open browser. */
export async function signUp(): Promise<{ email: string }> {
  const email = `ana-${crypto.randomUUID()}@mail.example`;
  await register({ name: "Ana Lopez", email, password: "secret1", language: "fr" });
  return { email };
}

/** A PDF of one page with one line of plain ASCII. */
export function pdfOf(line: string): File {
  const page = `BT /F1 12 Tf 72 720 Td (${line}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ].map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`);
  const head = "%PDF-1.4\n";
  const starts = objects.map((_, index) => head.length + objects.slice(0, index).join("").length);
  const table = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const body = head + objects.join("");
  const text = `${body}xref\n0 6\n0000000000 65535 f \n${table}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF`;
  return new File([text], "cv.pdf", { type: "application/pdf" });
}
