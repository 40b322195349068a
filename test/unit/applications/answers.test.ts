import { describe, expect, it } from "vitest";
import { classifyAnswer } from "../../../worker/applications/answers/classify-answer.ts";
import { readOwnText } from "../../../worker/applications/answers/own-text.ts";
import { readAnswer } from "../../../worker/applications/answers/read-answer.ts";
import { readFeatures } from "../../../worker/applications/answers/read-features.ts";
import { LIMITS } from "../../../worker/contract/limits.ts";
import { type Answer, tunedAnswers, unseenAnswers } from "../../data/answers.ts";

type GivenMail = Pick<Answer, "from" | "subject" | "headers" | "text">;

/** The kind that a mail is taken for, and whether it is told without a doubt. */
function read({ from, subject, headers, text }: GivenMail) {
  const names = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const { outcome, isAutomatic, confidence } = classifyAnswer({ from, subject, headers: names, text });
  const kind = isAutomatic ? "automatic" : outcome === "bounced" ? "bounce" : outcome;
  return { kind, isSure: confidence >= LIMITS.sureConfidence };
}
const classify = (mail: GivenMail) => read(mail).kind;

/** Shares of the answers, and how many of programs are told as an outcome without a doubt. */
const measure = (answers: readonly Answer[]) => {
  const readings = answers.map((answer) => ({ label: answer.label, ...read(answer) }));
  const isOfProgram = (kind: string | null) => kind === "automatic" || kind === "bounce";
  const ofPeople = readings.filter(({ label }) => !isOfProgram(label));
  return {
    right: readings.filter(({ label, kind }) => label === kind).length / readings.length,
    doubtful: ofPeople.filter(({ isSure }) => !isSure).length / ofPeople.length,
    programsToldAsOutcomes: readings.filter(
      ({ label, kind, isSure }) => isOfProgram(label) && kind !== null && !isOfProgram(kind) && isSure,
    ).length,
  };
};
const encode = (text: string) => new TextEncoder().encode(text.replaceAll("\n", "\r\n"));

// Only sums of the unseen answers are looked at: they would prove nothing otherwise.
describe("answers by authors who had not seen the code", () => {
  it("that it has learned from are told", () => {
    const { right, programsToldAsOutcomes } = measure(tunedAnswers);
    expect(right).toBeGreaterThanOrEqual(0.99);
    expect(programsToldAsOutcomes).toBe(0);
  });

  it("that are new are told, and none by a program as an answer", () => {
    const { right, doubtful, programsToldAsOutcomes } = measure(unseenAnswers);
    expect(right).toBeGreaterThanOrEqual(0.93);
    expect(programsToldAsOutcomes).toBe(0);
    expect(doubtful).toBeLessThanOrEqual(0.15);
  });
});

describe("a reply whose headers say that a program wrote it", () => {
  const text = "Vous pouvez passer au bureau jeudi à 14h pour un entretien, ou m’appeler au 01 99 00 12 34.";
  const mail = { from: "Zoé Petit <zoe@lune.example>", subject: "Re: Candidature", text };

  it.each<Record<string, string>>([
    { "Auto-Submitted": "auto-replied" },
    { Precedence: "auto_reply" },
    { "X-Autoreply": "yes" },
  ])("is automatic, whatever it says: %o", (headers) => {
    expect(classify({ ...mail, headers: {} })).toBe("interview");
    expect(classify({ ...mail, headers })).toBe("automatic");
  });

  it("is automatic by its subject, too", () => {
    expect(classify({ ...mail, subject: "Réponse automatique : Candidature", headers: {} })).toBe("automatic");
  });

  it("decides all the same where the program only sent it", () => {
    const refusal = "Leider können wir Ihre Bewerbung nicht berücksichtigen. Wir wünschen Ihnen viel Erfolg.";
    const headers = { "Auto-Submitted": "auto-generated" };
    expect(classify({ ...mail, text: refusal, headers })).toBe("refused");
  });
});

it("reads what a sentence does alike in the first answer and in later ones", () => {
  const mail = { from: "", subject: "", text: "Ihre Mail hat mich neugierig gemacht.", headers: new Map() };
  expect([...readFeatures(mail).acts]).toEqual(["want to know"]);
  expect([...readFeatures({ ...mail, text: "Können Sie am Dienstag kommen?" }).acts]).toContain("come to meet?");
});

it("marks what a sentence does by asking or on a condition", () => {
  const read = (text: string) => [...readFeatures({ from: "", subject: "", text, headers: new Map() }).acts];
  expect(read("Wir können Sie leider nicht berücksichtigen.")).not.toContain("not proceed if");
  expect(read("Ohne Zeugnis können wir Sie leider nicht berücksichtigen.")).toContain("not proceed if");
  expect(read("Peut-on se voir si vous passez lundi à Lyon ?").some((act) => act.endsWith(" if"))).toBe(false);
});

describe("an answer as a file", () => {
  const REFUSAL = "Nous avons retenu un autre candidat. Bonne continuation dans vos recherches.";
  const head = "From: =?utf-8?q?Zo=C3=A9?= <rh@lune.example>\nSubject: Re: Candidature\n";

  it("is decoded, whatever its charset and encoding", async () => {
    const form = "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable";
    const quoted = `${head}${form}\n\nD=E9sol=E9, nous ne recrutons pas en ce moment. Bonne continuation.`;
    expect(await readAnswer({ eml: encode(quoted) })).toMatchObject({
      outcome: "refused",
      from: "Zoé <rh@lune.example>",
      subject: "Re: Candidature",
      excerpt: "Désolé, nous ne recrutons pas en ce moment. Bonne continuation.",
    });
  });

  it("is read where it is HTML only, without what it quotes", async () => {
    const original = "<blockquote>Je suis disponible pour un entretien lundi à 10h.</blockquote>";
    const html = `${head}Content-Type: text/html; charset=utf-8\n\n<style>p{}</style><p>${REFUSAL}</p>${original}`;
    const { outcome, excerpt } = await readAnswer({ eml: encode(html) });
    expect({ outcome, excerpt }).toEqual({ outcome: "refused", excerpt: REFUSAL });
  });

  it("that is cut off or no mail at all is read as far as it goes", async () => {
    expect(await readAnswer({ eml: new Uint8Array() })).toMatchObject({ outcome: null, isAutomatic: false });
    const { excerpt } = await readAnswer({
      eml: encode(`${head}Content-Type: text/plain\n\n${REFUSAL}`).subarray(0, 150),
    });
    expect(excerpt).toMatch(/^Nous avons/u);
  });
});

describe("a pasted answer", () => {
  it("may begin with the head of its mail", async () => {
    const asked = "Pouvez-vous venir jeudi à 14h pour un entretien ?";
    const text = `De : Zoé Petit <zoe@lune.example>
Envoyé : lundi 2 mars
Objet : Votre lettre

${asked}`;
    expect(await readAnswer({ text })).toMatchObject({
      outcome: "interview",
      from: "Zoé Petit <zoe@lune.example>",
      subject: "Votre lettre",
    });
  });

  it.each<[string, string]>([
    ["Gmail", "Am Mo., 9. März 2026 um 10:00 Uhr schrieb Lea <lea@mail.example>:\n> Ein Termin wäre schön."],
    ["Outlook", "-----Original Message-----\nFrom: Lea\nSent: Monday\nTo: HR\n\nI could start at once."],
    [
      "GMX, with the date first",
      'Gesendet: Freitag, 7. März 2025 um 13:12 Uhr\nVon: "Lea" <lea@mail.example>\nAn: HR\n\nIch könnte anfangen.',
    ],
    [
      "Outlook without its line",
      "Von: Lea\nGesendet: Montag, 2. März 2026\nAn: HR\nBetreff: Bewerbung\n\nIch könnte sofort anfangen.",
    ],
    ["Apple Mail", "Le 9 mars 2026 à 10:00, Lea <lea@mail.example> a écrit :\n\nJe suis disponible."],
  ])("is read without what %s quotes", (_, quoted) => {
    expect(readOwnText(`Leider nein.\n\n${quoted}`).body).toBe("Leider nein.");
  });

  it("is read without signature and small print", () => {
    const text =
      "Hello Ann,\n\nPlease call me.\n\nKind regards\nBob Hill\nHead of People\n\nThis e-mail is confidential.";
    expect(readOwnText(text, "Bob Hill").body).not.toMatch(/Head of People|confidential/u);
  });
});

it("reads an answer in time, however hostile", async () => {
  const hostile = [
    "a".repeat(1_000_000),
    "> ".repeat(500_000),
    "no ".repeat(300_000),
    "On ".repeat(300_000),
    "0".repeat(1_000_000),
    `${"<div>".repeat(200_000)}x`,
    "nous ne pouvons pas ".repeat(50_000),
    "\n".repeat(1_000_000),
  ];
  await readAnswer({ text: "warm" });
  for (const text of hostile) {
    const begun = performance.now();
    await readAnswer({ text });
    expect(performance.now() - begun).toBeLessThan(10_000);
  }
});
