import { anyOf } from "../../lib/any-of";

// The words of mail systems, in French, English and German, as patterns. They are asked only of what says it is from a
// mail system.

/** The part of an address before the @ that only systems have. */
export const SYSTEM_LOCAL_PART = anyOf(
  "u",
  String.raw`^m(?:ailer[-_.]?)?daemon(?:\+.*)?@`,
  String.raw`^mail[-_.]?(?:daemon|delivery|system)@`,
  String.raw`^postmaster(?:\+.*)?@`,
  String.raw`^(?:double-)?bounces?(?:\+.*)?@`,
  String.raw`^(?:mail-?)?delivery[-_.]?(?:subsystem|system|status|reports?|failure)@`,
  String.raw`^(?:non-?delivery|microsoftexchange[0-9a-f]+)@`,
);

export const SYSTEM_NAME = anyOf(
  "iu",
  String.raw`\bmail delivery (?:sub)?system\b`,
  String.raw`\bmailer[- ]?daemon\b`,
  String.raw`\bpostmaster\b`,
  String.raw`\bmail system\b`,
  String.raw`\bdelivery subsystem\b`,
  String.raw`\b(?:system administrator|administrateur système|systemadministrator)\b`,
);

export const FAILURE_SUBJECT = anyOf(
  "iu",
  "undeliver",
  "delivery (?:status|failure|has failed|problem|delayed|notification|error)",
  "failure notice|returned (?:mail|to sender)|mail (?:delivery )?fail",
  "(?:not|could not be) delivered|message not",
  "warning: (?:message|could not)|delayed",
  "non[- ]?(?:remis|distribu|délivr|delivery)|avis de non",
  "(?:échec|echec) de (?:la )?(?:remise|livraison|distribution)",
  "retour à l.expéditeur|retourné|retardé",
  "unzustellbar|nicht zugestellt|zustellung|nachricht nicht|verzögert",
);

export const FAILURE = anyOf(
  "iu",
  "could(?: not|n.t) be (?:delivered|reached)|did(?: not|n.t) reach",
  "was(?: not|n.t) (?:able to deliver|delivered)|(?:unable|not able) to deliver",
  "delivery (?:has |to the following recipients? )?failed|undeliverable|returned (?:mail|to sender)",
  "permanent(?:ly)? (?:error|failure|failed)|address(?:\\(?es\\)?)? (?:failed|had permanent fatal errors)",
  "no such (?:user|recipient|mailbox)",
  "(?:user|mailbox|recipient|address) (?:is )?(?:unknown|unavailable|full|not found|does(?: not|n.t) exist)",
  "n.(?:a|ont) (?:pas )?pu être (?:remis|distribu|délivr|envoy)|n.(?:a|ont) pas été (?:remis|distribu|délivr)",
  "impossible de (?:remettre|distribuer|délivrer|joindre)|échec de (?:la )?(?:remise|livraison|distribution)",
  "n.(?:est|sont) pas parvenu|n.existe pas|est retardé",
  "konnte(?:n|\\(n\\))? nicht (?:zugestellt|übermittelt|ausgeliefert|erreicht)",
  "nicht (?:zustellbar|zugestellt|erreicht)",
  "unzustellbar|zustellung .{0,40}fehlgeschlagen|existiert nicht|unbekannter empfänger|verzögert",
  "has been delayed",
);

export const DELAY = anyOf(
  "iu",
  "delivery is delayed|(?:has been|temporarily) delayed|delayed mail|delay(?:ed)? notification|\\(delay\\)",
  "still trying|will (?:be retried|keep trying|continue to (?:try|retry))|not yet been delivered",
  "warning message only|do not need to resend|warning: (?:could not send|message .{0,60}delayed)",
  "nouvelles? tentatives?|(?:a été |est )retardé|n.a pas encore (?:pu )?être",
  "weitere zustellversuche|noch nicht zugestellt|zustellung .{0,40}verzögert|verzögerung",
);

/** The line below which the copy of the mail begins. */
export const COPY_BEGINS = anyOf(
  "imu",
  "^.{0,40}below this line is a copy",
  "^.{0,40}copy of (?:the|your) (?:message|mail)",
  "^.{0,40}(?:original|returned|unsent|forwarded) message",
  "^.{0,40}message (?:d.origine|original)",
  "^.{0,40}(?:copie|en-têtes) du message",
  "^.{0,40}kopie (?:der|ihrer) (?:nachricht|e-?mail)",
  "^.{0,40}ursprüngliche nachricht",
  "^.{0,40}header(?:s|zeilen)? (?:der|of the) (?:original|ursprüng)",
  "^.{0,40}included is a copy",
  "^.{0,40}message (?:headers?|text|follows|below)",
  String.raw`^(?:return-path|received|dkim-signature|message-id)\s*:`,
);

/** A line about who sent, helps or reports, not about who was not reached. */
export const OTHER_LINE = anyOf(
  "iu",
  String.raw`^\s*(?:from|sender|de|von|expéditeur|absender|reply-to|contact)\b[^@]{0,30}:`,
  String.raw`^\s*(?:for (?:further )?(?:help|assistance)|reporting-mta|remote-mta)\b[^@]{0,30}:`,
  String.raw`^\s*(?:generating server|server|serveur)\b[^@]{0,30}:`,
);
