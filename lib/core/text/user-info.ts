/**
 * Whether a URL has user info, and be it empty: what stands before an `@` in its authority. Read from the
 * text as its parser reads it, which leaves an empty one out and takes `\` for `/` (WHATWG URL, 4.4).
 * @example hasUserInfo("https://@host.example/") // true
 * @example hasUserInfo("https://host.example/@") // false
 */
export function hasUserInfo(url: string): boolean {
  const authority = /^[^/\\?#:]*:[/\\]*([^/\\?#]*)/.exec(url.replace(/[\t\n\r]/g, ""))?.[1];
  return authority?.includes("@") ?? false;
}
