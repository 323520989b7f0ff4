import { normalEmail } from "@/lib/core/text/host-name";

/** Who a mail is from. */
export interface Mailbox {
  readonly name: string | null;
  readonly address: string;
}

const MAX_ADDRESS = 320;
/** As the API takes e-mail addresses: no quoted local part, no address literal. */
const addressPattern =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;
const namedPattern = /^(?<name>[^<>"\p{Cc}]{1,80}?) *<(?<address>[^<>\s]+)>$/u;

/**
 * Reads `address` or `Name <address>`.
 * @returns null when it is neither
 */
export function parseMailbox(text: string): Mailbox | null {
  const { name = null, address: given = text } = namedPattern.exec(text)?.groups ?? {};
  const address = normalEmail(given);
  if (!isMailAddress(address)) return null;
  return { name: name?.trim() || null, address };
}

/** Whether a text is an address that a mail can be sent to, and nothing else. */
export function isMailAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS && addressPattern.test(text);
}

/** What follows the `@`. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}
