/** Only used to read a path; no browser is sent there. */
const base = "http://own.invalid";
const MAX_ENCODED = 5;

/**
 * Whether a text is a path on our own origin: it begins with one slash, and leads nowhere else however often a browser or
 * server decodes it. Browsers read a backslash as a slash, and leave out tabs and line breaks.
 * @example isOwnPath("/s/aurora?paid=1") // true
 * @example isOwnPath("//evil.example") // false
 * @example isOwnPath("/%2f%2fevil.example") // false
 */
export function isOwnPath(text: string): boolean {
  let path = text;
  for (let round = 0; round < MAX_ENCODED; round += 1) {
    if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)) return false;
    if (!URL.canParse(path, base) || new URL(path, base).origin !== base) return false;
    const decoded = decode(path);
    if (decoded === null) return false;
    if (decoded === path) return /^[!-~]*$/.test(text);
    path = decoded;
  }
  return false;
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
