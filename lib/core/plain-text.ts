/** Embeddings, overrides and isolates: they turn round what stands after them, beyond their own text. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text of others without the characters that change the direction of what is around it (Unicode UAX #9):
 * "\u202Egnp.exe" must not be read as "exe.png". Right-to-left writing needs none of them.
 */
export function withoutBidiControls(text: string): string {
  return text.replace(bidiControls, "");
}
