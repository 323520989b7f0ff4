const latin1 = (file: Buffer, from: number, to: number) => file.toString("latin1", from, to);

/** Whether a file begins as a PNG, JPEG, GIF or WebP does, whatever its name and its sender say of it. */
export function hasImageForm(file: Buffer): boolean {
  const head = latin1(file, 0, 8);
  return (
    head === "\x89PNG\r\n\x1a\n" ||
    head.startsWith("\xff\xd8\xff") ||
    head.startsWith("GIF87a") ||
    head.startsWith("GIF89a") ||
    (head.startsWith("RIFF") && latin1(file, 8, 12) === "WEBP")
  );
}
