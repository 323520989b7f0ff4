import { normalUrl } from "./host-name";

/**
 * An origin in its one form, as `normalUrl` has it, without the slash of an empty path.
 * @example normalOrigin("HTTPS://Shop.example/") // "https://shop.example"
 */
export function normalOrigin(text: string): string {
  return normalUrl(text).replace(/^(https?:\/\/[^/?#]+)\/$/, "$1");
}

/**
 * Whether a text is the origin of a web page as browsers send it in `Origin` (RFC 6454): scheme, host and, where it
 * is not the scheme's own, port.
 */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}
