import type { OutsideRequest } from "../outside-request";
import { GMAIL_SEND } from "./scopes";

interface ConsentTexts {
  title: string;
  account: string;
  other: string;
  permissions: string;
  notice: string;
  allow: string;
  deny: string;
  scopes: Record<string, string>;
}

export const consentTexts: Record<"fr" | "en", ConsentTexts> = {
  fr: {
    title: "Candidature souhaite accéder à votre compte Google",
    account: "Choisissez un compte",
    other: "ou une autre adresse",
    permissions: "Ce que Candidature pourra faire",
    notice: "Page du bac à sable : rien ne quitte cette machine.",
    allow: "Autoriser",
    deny: "Refuser",
    scopes: { [GMAIL_SEND]: "Envoyer des e-mails en votre nom" },
  },
  en: {
    title: "Candidature wants access to your Google Account",
    account: "Choose an account",
    other: "or another address",
    permissions: "What Candidature will be able to do",
    notice: "A page of the sandbox: nothing leaves this machine.",
    allow: "Allow",
    deny: "Deny",
    scopes: { [GMAIL_SEND]: "Send email on your behalf" },
  },
};

/** `hl`, else the browser's first language, else English. */
export function pickLanguage(call: OutsideRequest): "fr" | "en" {
  const wanted = call.url.searchParams.get("hl") ?? call.headers.get("accept-language") ?? "";
  return wanted.trim().toLowerCase().startsWith("fr") ? "fr" : "en";
}
