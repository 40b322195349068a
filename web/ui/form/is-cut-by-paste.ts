interface Pasting {
  value: string;
  /** Where the selection begins and ends; null in fields that do not tell. */
  selectionStart: number | null;
  selectionEnd: number | null;
}

/** Whether a browser keeps only the beginning of a pasted text, so that the field stays within its longest length. */
export function isCutByPaste(
  { value, selectionStart, selectionEnd }: Pasting,
  pasted: string,
  maxLength: number | undefined,
): boolean {
  const replaced = (selectionEnd ?? 0) - (selectionStart ?? 0);
  return maxLength !== undefined && value.length - replaced + pasted.replaceAll("\r\n", "\n").length > maxLength;
}
