/** What ends a host in a URL, or cannot be in one: a text with it is more than a host. */
const notOfHosts = /[\s\p{Cc}/?#@\\:%[\]<>^|{}]/u;

/** Labels of letters, digits and inner hyphens; the last one is not a number, as that of an IPv4 address is. */
const publicHost =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/**
 * A host name in its one form: lower case, and each label as DNS has it (IDNA, UTS #46). Null for a text that is none.
 * @example asciiHost("Bücher.example") // "xn--bcher-kva.example"
 */
export function asciiHost(text: string): string | null {
  if (text === "" || notOfHosts.test(text)) return null;
  const host = URL.parse(`https://${text}`)?.hostname;
  return host === undefined || host === "" ? null : host;
}

/** Whether a host in its one form is a name of the public internet, with a dot. */
export const isPublicHost = (host: string): boolean => publicHost.test(host);

/**
 * An e-mail address in its one form: without spaces around it, and with its domain as `asciiHost` has it. A text that is
 * none stays as it is.
 * @example normalEmail(" Ada@Bücher.example") // "Ada@xn--bcher-kva.example"
 */
export function normalEmail(text: string): string {
  const address = text.trim();
  const at = address.lastIndexOf("@");
  const host = at < 0 ? null : asciiHost(address.slice(at + 1));
  return host === null ? address : `${address.slice(0, at)}@${host}`;
}

/**
 * A URL in its one form: without spaces around it, scheme and host in lower case, the host as `asciiHost` has it, without
 * the port that its scheme has anyway. All behind the host stays as it is. A text that is no such URL
 * stays as it is, and so does one with a placeholder for its host.
 * @example normalUrl("HTTPS://Bücher.example:443/a?b") // "https://xn--bcher-kva.example/a?b"
 */
export function normalUrl(text: string): string {
  const trimmed = text.trim();
  const url = URL.parse(trimmed);
  const parts =
    /^[a-z][a-z0-9+.-]*:\/\/(?<user>[^/?#\\]*@)?[^/?#\\{}]*(?<rest>(?:[/?#\\].*)?)$/is.exec(
      trimmed,
    );
  if (!url || url.host === "" || !parts?.groups) return trimmed;
  return `${url.protocol}//${parts.groups.user ?? ""}${url.host}${parts.groups.rest ?? ""}`;
}
