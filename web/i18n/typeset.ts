/**
 * French sets a space before : ; ! ? » and after «, and a line never breaks there. The texts are written with plain spaces;
 * this puts the unbreakable ones in.
 */
export const typesetFrench = (text: string): string =>
  text.replaceAll(/ (?=[:;!?»])/gu, "\u00a0").replaceAll("« ", "«\u00a0");
