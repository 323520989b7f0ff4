/**
 * Whether a text is the origin of a web page as browsers send it in `Origin` (RFC 6454): scheme, host and, where it
 * is not the scheme's own, port.
 */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}
