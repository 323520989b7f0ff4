/** Embeddings, overrides and isolates: they turn round what stands after them, beyond their own text. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text of others without the characters that change the direction of what is around it (Unicode UAX #9):
 * "\u202Egnp.exe" must not be read as "exe.png". Right-to-left writing needs none of them.
 */
export function withoutBidiControls(text: string): string {
  return text.replace(bidiControls, "");
}

/**
 * Text of others on one line: without line breaks and other control characters, which would end a mail's
 * header or begin a line of their own, and without what changes the direction of what is around it.
 */
export function singleLine(text: string): string {
  return withoutBidiControls(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}
