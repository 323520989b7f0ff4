/** A busy browser begins to read the file after a while; a file that is gone by then is stored nowhere, silently. */
const HELD_MS = 60_000;

/** Lets the browser store a file. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), HELD_MS);
}
