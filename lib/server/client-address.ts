import { isIP } from "node:net";

/** Where `server.ts` puts the address it saw; whatever a client sent under this name is dropped. */
export const clientAddressHeader = "x-stipend-client-address";

/**
 * The client's address. Only as many hops of `x-forwarded-for` are believed as there are trusted
 * proxies: the entry that the outermost of them added, counted from the right.
 * @param peer the socket's address, where the server knows it
 */
export function clientAddress(headers: Headers, trustedHops: number, peer?: string): string {
  const seen = peer ?? headers.get(clientAddressHeader) ?? "";
  if (trustedHops === 0) return seen || "unknown";
  const hops = (headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  const claimed = hops.at(-trustedHops) ?? "";
  return isIP(claimed) ? claimed : seen || "unknown";
}

/** What limits count by: the address, or its /64 for IPv6, where one client has a whole block. */
export function addressBlock(address: string): string {
  if (isIP(address) !== 6 || address.startsWith("::ffff:")) return address.replace("::ffff:", "");
  const [head = "", tail = ""] = address.split("::");
  const start = head.split(":").filter(Boolean);
  const end = tail.split(":").filter(Boolean);
  const zeros = Array(Math.max(0, 8 - start.length - end.length)).fill("0");
  return [...start, ...zeros, ...end].slice(0, 4).join(":");
}
