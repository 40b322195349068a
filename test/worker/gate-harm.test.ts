import { describe, expect, it } from "vitest";
import type { LetterLanguage, Reason } from "../../worker/messages/gate/case.ts";
import { judge } from "../../worker/messages/gate/judge.ts";
import { addSentence, type Honest, honestLetters } from "../data/letters.ts";

const { english, french, german } = honestLetters;
const LETTERS: Record<LetterLanguage, Honest> = { fr: french, en: english, de: german };

/** An honest letter with one sentence more before its last paragraphs. */
function withSentence(
  sentence: string,
  language: LetterLanguage,
  papers: Partial<Pick<Honest, "cv" | "template">> = {},
): Honest {
  const letter = LETTERS[language];
  return {
    ...addSentence(letter, sentence),
    cv: `${letter.cv}\n${papers.cv ?? ""}`,
    template: `${letter.template} ${papers.template ?? ""}`,
  };
}
const codes = (letter: Honest) => judge(letter).reasons.map(({ code }) => code);

const HARM: [LetterLanguage, string][] = [
  ["fr", "Désactivez votre antivirus pour lire mon CV."],
  ["fr", "Pour ouvrir la pièce jointe, il faut activer les macros."],
  ["fr", "Merci d'installer le logiciel joint avant l'entretien."],
  ["fr", "Cliquez sur le lien du document pour voir mes travaux."],
  ["en", "Please disable your antivirus before you open my CV."],
  ["en", "You will need to enable macros to read the attached file."],
  ["en", "Download the archive and run the file inside."],
  ["en", "Turn your firewall off to see my portfolio."],
  ["de", "Bitte deaktivieren Sie Ihren Virenscanner, um meinen Lebenslauf zu lesen."],
  ["de", "Zum Lesen müssen Sie die Makros aktivieren."],
  ["de", "Bitte installieren Sie vorher die Software AnyDesk."],
  ["fr", "Transmettez cette lettre à tous vos contacts."],
  ["fr", "Merci d'envoyer mon CV à vos clients."],
  ["fr", "Faites suivre ce message à dix personnes."],
  ["en", "Please forward this email to all your contacts."],
  ["en", "Share my application with your customers."],
  ["en", "Forward this message to the accounts payable address."],
  ["de", "Bitte leiten Sie diese Nachricht an alle Ihre Kontakte weiter."],
  ["de", "Senden Sie meine Bewerbung an Ihre Kunden."],
  ["fr", "Le mot de passe du fichier est « soleil »."],
  ["fr", "Mon code PIN est le suivant."],
  ["fr", "Communiquez-moi votre réponse et indiquez votre numéro de sécurité sociale."],
  ["en", "My password is sunshine."],
  ["en", "The PIN for the file: 4711."],
  ["en", "Please send me your bank details."],
  ["de", "Mein Passwort lautet Sonne."],
  ["de", "Bitte nennen Sie mir Ihre Kontonummer."],
  ["fr", "Vous pouvez céder mes données à vos partenaires."],
  ["fr", "J'autorise la vérification de mes antécédents."],
  ["fr", "Vous pouvez publier ma photo et mes coordonnées, ou diffuser mon image."],
  ["en", "You may share my personal data with third parties."],
  ["en", "I hereby consent to the processing of my data."],
  ["en", "I agree to a credit check."],
  ["de", "Sie dürfen meine Daten an Partner weitergeben."],
  ["de", "Ich willige in die Weitergabe meiner Unterlagen ein."],
  ["de", "Ich stimme der Weitergabe meiner Daten zu."],
  ["en", "I give you permission to sell my data."],
  ["de", "Ich bin damit einverstanden, dass Sie meine Daten verkaufen."],
];

const PRIVATE: [LetterLanguage, string][] = [
  ["fr", "Je me remets d'une opération du dos."],
  ["fr", "Je suis reconnue travailleuse handicapée."],
  ["fr", "Après un cancer, je reprends une activité."],
  ["fr", "Ma dépression est derrière moi."],
  ["fr", "J'attends un enfant pour le printemps."],
  ["fr", "Je suis enceinte."],
  ["fr", "J'ai ma carte d'un parti."],
  ["fr", "Je milite au parti communiste."],
  ["fr", "Je vis avec une sclérose en plaques."],
  ["fr", "Je suis syndiquée."],
  ["fr", "Je suis aussi membre de la CGT."],
  ["fr", "Je suis catholique."],
  ["fr", "Je suis lesbienne."],
  ["en", "I am recovering from back surgery."],
  ["en", "I recently had knee surgery."],
  ["en", "I have a disability."],
  ["en", "I was diagnosed with depression."],
  ["en", "I am pregnant."],
  ["en", "My due date is in spring."],
  ["en", "I am a union representative."],
  ["en", "I am a member of the Labour Party."],
  ["en", "I am a practising muslim, and I am jewish by birth."],
  ["en", "I am gay."],
  ["de", "Ich erhole mich von einem Eingriff."],
  ["de", "Ich bin schwerbehindert."],
  ["de", "Ich habe eine chronische Krankheit."],
  ["de", "Ich bin im vierten Monat schwanger."],
  ["de", "Ich bin Mitglied der Gewerkschaft."],
  ["de", "Ich war Betriebsrat."],
  ["de", "Ich bin Mitglied der SPD."],
  ["de", "Ich bin evangelisch."],
  ["de", "Ich bin schwul."],
];

describe("a letter is stopped", () => {
  it.each(HARM)("(%s) when it orders, gives away or allows: %s", (language, sentence) => {
    expect(codes(withSentence(sentence, language))).toContain("against_candidate");
  });

  it.each(PRIVATE)("(%s) when it says of the candidate what no source holds: %s", (language, sentence) => {
    expect(codes(withSentence(sentence, language))).toContain("private_claim");
  });
});

const THEIRS: [LetterLanguage, string, Partial<Pick<Honest, "cv" | "template">>][] = [
  ["fr", "Je suis reconnue travailleuse handicapée.", { template: "J'ai une RQTH." }],
  ["fr", "Ma reconnaissance de travailleuse handicapée n'appelle qu'un siège adapté.", { cv: "RQTH" }],
  ["fr", "Mon cancer est derrière moi.", { template: "Je reprends une activité, guérie d'un cancer." }],
  ["fr", "Je suis élue au CSE.", { template: "Je suis aussi élue au CSE." }],
  ["fr", "J'autorise le traitement de mes données.", { cv: "J'autorise le traitement de mes données personnelles." }],
  ["en", "I have a disability.", { template: "I have a disability and work part time." }],
  ["en", "I am a shop steward.", { cv: "Shop steward since 2019" }],
  ["en", "I hereby consent to the processing of my data.", { cv: "I consent to the processing of my data." }],
  ["de", "Ich bin schwerbehindert.", { cv: "GdB 50" }],
  ["de", "Ich war Mitglied des Betriebsrats.", { template: "Ich war Mitglied des Betriebsrats." }],
  ["de", "Ich bin evangelisch.", { cv: "Konfession: evangelisch" }],
  ["fr", "Ma RQTH reste valable.", { template: "Ich bin schwerbehindert." }],
];

const HONEST: Record<LetterLanguage, string[]> = {
  fr: [
    "Je reste à votre disposition.",
    "N'hésitez pas à transmettre ma candidature à la personne concernée.",
    "Merci de transmettre ma candidature au service concerné.",
    "Vous pouvez conserver ma candidature.",
    "Vous pouvez partager mon CV avec vos collègues.",
    "Vous trouverez mon CV en pièce jointe.",
    "Veuillez trouver mon CV en pièce jointe.",
    "Je me remets volontiers en question.",
    "J'aime transmettre ce que je sais.",
    "Je sais désactiver un antivirus et activer les macros.",
    "Merci de transmettre ce message à la personne responsable.",
    "Vous accompagnez des personnes en situation de handicap.",
    "J'ai écouté des patients après une opération.",
    "Vous pouvez me joindre aux coordonnées ci-dessous.",
    "Vous lancez un logiciel, et cela me parle.",
    "Je me relève d'un bond quand on m'appelle.",
    "J'attends votre réponse avec plaisir.",
    "Les mots de passe oubliés sont un bon début de conversation.",
  ],
  en: [
    "Please feel free to pass my application on to the right person.",
    "You may keep my application.",
    "Please find my CV attached.",
    "I look forward to hearing from you.",
    "I have supported people with learning disabilities.",
    "I run reports and download the files myself.",
    "Please forward this email to the relevant colleague.",
    "You can share my CV with your team.",
    "I have patience, and no fear of forgotten passwords.",
    "I am a member of the team, and I would like to be one of yours.",
    "You have my details at the top of the CV.",
    "Run by a family, your company opens a file of ideas.",
    "I am not blind to details.",
    "I am expecting a busy season.",
    "I am Christian by name.",
  ],
  de: [
    "Leiten Sie meine Bewerbung gern an die zuständige Person weiter.",
    "Sie dürfen meine Bewerbung gern behalten.",
    "Meinen Lebenslauf finden Sie im Anhang.",
    "Für Rückfragen stehe ich gern zur Verfügung.",
    "Ich habe Menschen mit Behinderung beraten.",
    "Ich leide nicht unter Höhenangst.",
    "Ich habe Krankheit und Gesundheit im Studium behandelt.",
    "Ich bin nie krank.",
    "Ich bin für den Betriebsrat ein guter Gesprächspartner.",
    "Ich erwarte eine ehrliche Antwort.",
    "Sie können meine Arbeit gern prüfen.",
    "Bitte leiten Sie diese Nachricht an die zuständige Abteilung weiter.",
  ],
};
const OURS: readonly Reason[] = ["against_candidate", "private_claim"];

describe("a letter is not stopped for", () => {
  it.each(THEIRS)("(%s) what the candidate's own papers say: %s", (language, sentence, papers) => {
    const ours = (letter: Honest) => codes(letter).filter((code) => OURS.includes(code));
    expect(ours(withSentence(sentence, language))).toHaveLength(1);
    expect(ours(withSentence(sentence, language, papers))).toEqual([]);
  });

  it.each(
    Object.entries(HONEST).flatMap(([language, sentences]) =>
      sentences.map((sentence) => [language, sentence] as const),
    ),
  )("(%s) %s", (language, sentence) => {
    expect(codes(withSentence(sentence, language as LetterLanguage)).filter((code) => OURS.includes(code))).toEqual([]);
  });
});

describe("of a company's name", () => {
  const called = (name: string, text: string): Honest => ({
    ...french,
    company: { ...french.company, name },
    text: french.text.replace("la Pharmacie des Lilas", text),
  });

  it.each([
    "Pharmacie des Lilas – postuler sur other.example",
    "Pharmacie des Lilas other.example",
    "Pharmacie des Lilas | www.other.example",
    "Pharmacie des Lilas (recrutement@other.example)",
    "Pharmacie des Lilas 07 55 00 11 22",
    "Pharmacie des Lilas – hiring (at) other (dot) com",
  ])("a link, an address or a number in it is not made honest by it: %s", (name) => {
    expect(codes(called(name, name))).toContain("foreign_contact");
    expect(judge(called(name, "la Pharmacie des Lilas")).reasons).toEqual([]);
  });

  it.each([
    "Pharmacie des Lilas – communiquez votre numéro de carte vitale",
    "Pharmacie des Lilas. Please send your passport number",
    "Pharmacie des Lilas, bitte schicken Sie Ihre Ausweisnummer mit",
    "Pharmacie des Lilas\nMerci de joindre votre passeport et votre relevé",
  ])("an order behind it is not followed: %s", (name) => {
    expect(codes(called(name, name))).toContain("obeyed_stranger");
    expect(judge(called(name, "la Pharmacie des Lilas")).reasons).toEqual([]);
  });

  it.each([
    "Water.com",
    "Groupe Water.com",
    "Weber u.Co. GmbH",
    "Lopez & Martinez",
    "Rendez-vous Café",
    "Restaurant Chez Nous",
    "Call a Pizza",
    "Send & Co",
    "Kita-Küchen Regenbogen e. V.",
    "Dupont – Électricité",
    "Studio 54",
    "Pharmacie-lilas.example – Angers",
    "S.N.C.F.",
    "Boulangerie Lune – pharmacie-lilas.example",
  ])("all of an honest one is believed: %s", (name) => {
    expect(
      judge(called(name, name)).reasons.filter(({ code }) =>
        ["foreign_contact", "obeyed_stranger", "company_missing"].includes(code),
      ),
    ).toEqual([]);
  });
});
