import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { noteForwardingDoubt } from "@/lib/core/operations/forwarding";

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

/** The address that this process noted in the header; null when it did not. */
export function notedAddress(value: unknown): string | null {
  return typeof value === "string" && value.startsWith(stamp) ? value.slice(stamp.length) : null;
}

/** What proxies have added to a request: `X-Forwarded-For`, and `Forwarded` (RFC 7239). */
export interface Forwarding {
  readonly xForwardedFor: string;
  readonly forwarded: string;
}

/**
 * The client's address as a proxy or the socket tells it. Only as many hops are believed as there are trusted proxies:
 * the entry that the outermost of them added, counted from the right. `Forwarded` counts where there is no
 * `X-Forwarded-For`. An entry may have a port, brackets and quotes; one that is no address is noted.
 */
export function forwardedAddress(
  { xForwardedFor, forwarded }: Forwarding,
  trustedHops: number,
  peer: string,
): string {
  if (trustedHops === 0) return peer;
  const hops = xForwardedFor === "" ? forwarded.split(",").map(nodeOf) : xForwardedFor.split(",");
  const claimed = hops.at(-trustedHops)?.trim() ?? "";
  if (claimed === "") return peer;
  const address = withoutPort(claimed);
  if (isIP(address)) return address;
  noteForwardingDoubt();
  return peer;
}

/** Of an element of `Forwarded` the node that it is for. */
const nodeOf = (element: string): string =>
  /(?:^|;)\s*for\s*=\s*("[^"]*"|[^;]*)/i.exec(element)?.[1] ?? "";

/** An address by itself: `192.0.2.7:80`, `[2001:db8::7]:443` and `"[2001:db8::7]"` have more around it. */
function withoutPort(claimed: string): string {
  const plain = claimed.replace(/^"(.*)"$/, "$1");
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(plain)?.[1];
  return bracketed ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(plain)?.[1] ?? plain;
}

/** Where `server.ts` notes that a request came from this machine, and that no proxy has forwarded it. */
export const localPeerHeader = "x-stipend-local-peer";

/** What proxies add. One that adds none of it cannot be told from a process on this machine. */
const forwarding = /^(?:x-forwarded-|x-real-ip$|forwarded$|via$|cf-connecting-|true-client-ip$)/;
const loopback = /^(?:::ffff:)?127\.|^::1$/;

/** Whether a request came straight from a process on this machine, by its socket and its headers. */
export function cameFromHere(peer: string, headers: Readonly<Record<string, unknown>>): boolean {
  return loopback.test(peer) && !Object.keys(headers).some((name) => forwarding.test(name));
}

/** The header's value, that no client can know. */
export const stampedLocalPeer = `${stamp}local`;

/** Whether `server.ts` has noted that the request came straight from this machine. */
export function isLocalPeer(header: (name: string) => string | null): boolean {
  return header(localPeerHeader) === stampedLocalPeer;
}

/** The client's address from headers: what `server.ts` noted, or what trusted proxies say. */
export function clientAddress(headers: Headers, trustedHops: number): string {
  const noted = notedAddress(headers.get(clientAddressHeader));
  if (noted !== null) return noted;
  const xForwardedFor = headers.get("x-forwarded-for") ?? "";
  const forwarded = headers.get("forwarded") ?? "";
  return forwardedAddress({ xForwardedFor, forwarded }, trustedHops, "unknown");
}

const withoutMapping = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, "");

/** What limits count by: the address, or its /64 for IPv6, where one client has a whole block. */
export function addressBlock(address: string): string {
  const plain = withoutMapping(address);
  return isIP(plain) === 6 ? groupsOf(plain).slice(0, 4).join(":") : plain;
}

/** The networks that tries of strangers are counted by, the narrowest first: the address, or /64 and /48 for IPv6. */
export function addressNetworks(address: string): string[] {
  const plain = withoutMapping(address);
  if (isIP(plain) !== 6) return [plain];
  return [`${addressBlock(plain)}::/64`, `${groupsOf(plain).slice(0, 3).join(":")}::/48`];
}

/** A client's network as it may be kept: /24, or /48 for IPv6; null for what is no address. */
export function addressPrefix(address: string): string | null {
  const plain = withoutMapping(address);
  const version = isIP(plain);
  if (version === 0) return null;
  if (version === 6) return `${groupsOf(plain).slice(0, 3).join(":")}::/48`;
  return plain.replace(/\d+$/, "0/24");
}

/** The eight groups of an IPv6 address. */
function groupsOf(plain: string): string[] {
  const [head = "", tail = ""] = plain.split("::");
  const start = head.split(":").filter(Boolean);
  const end = tail.split(":").filter(Boolean);
  const zeros = Array(Math.max(0, 8 - start.length - end.length)).fill("0");
  return [...start, ...zeros, ...end];
}
