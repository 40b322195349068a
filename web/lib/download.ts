/** Hands a file to the browser. */
export function downloadFile(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads the file after the click, so it is released later.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
