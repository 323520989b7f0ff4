import { randomBytes } from "node:crypto";
import { isIP } from "node:net";

/** Where `server.ts` notes the address that it saw, for handlers that see headers alone. */
export const clientAddressHeader = "x-stipend-client-address";

declare global {
  // Every bundle in the process must know the same stamp, and no client can.
  var stipendAddressStamp: string | undefined;
}

globalThis.stipendAddressStamp ??= randomBytes(16).toString("hex");
const stamp = `${globalThis.stipendAddressStamp} `;

/** The header's value: only one that this process wrote is believed. */
export function stampedAddress(address: string): string {
  return stamp + address;
}

/**
 * The client's address as a proxy or the socket tells it. Only as many hops of `x-forwarded-for` are
 * believed as there are trusted proxies: the entry that the outermost of them added, counted from
 * the right.
 */
export function forwardedAddress(forwarded: string, trustedHops: number, peer: string): string {
  if (trustedHops === 0) return peer;
  const hops = forwarded.split(",").map((hop) => hop.trim());
  const claimed = hops.at(-trustedHops) ?? "";
  return isIP(claimed) ? claimed : peer;
}

/** The client's address from headers: what `server.ts` noted, or what trusted proxies say. */
export function clientAddress(headers: Headers, trustedHops: number): string {
  const noted = headers.get(clientAddressHeader) ?? "";
  if (noted.startsWith(stamp)) return noted.slice(stamp.length);
  return forwardedAddress(headers.get("x-forwarded-for") ?? "", trustedHops, "unknown");
}

/** What limits count by: the address, or its /64 for IPv6, where one client has a whole block. */
export function addressBlock(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, "");
  if (isIP(plain) !== 6) return plain;
  const [head = "", tail = ""] = plain.split("::");
  const start = head.split(":").filter(Boolean);
  const end = tail.split(":").filter(Boolean);
  const zeros = Array(Math.max(0, 8 - start.length - end.length)).fill("0");
  return [...start, ...zeros, ...end].slice(0, 4).join(":");
}
