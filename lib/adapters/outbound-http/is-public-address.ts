import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";

/** IPv4 ranges that are not the public internet (IANA's special-purpose registry), as [first, bits]. */
const specialIpv4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  // A cloud's host agent answers here, although the range is public.
  ["168.63.129.16", 32],
] as const;

/** All of IPv6 but global unicast is refused; these lie inside it. The first holds Teredo and ORCHID. */
const specialIpv6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const special = new BlockList();
for (const [first, bits] of specialIpv4) special.addSubnet(first, bits, "ipv4");
for (const [first, bits] of specialIpv6) special.addSubnet(first, bits, "ipv6");

const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether an address is this machine's loopback, in its plain form. */
export function isLoopbackAddress(address: string): boolean {
  return holds(loopback, address);
}

/**
 * Whether an IP address belongs to someone else on the public internet: not private, loopback,
 * link-local, shared, reserved, multicast or a documentation range, not a form that embeds another
 * address (IPv4-mapped, NAT64, 6to4, Teredo), and none of this machine's own.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0 || holds(special, address)) return false;
  if (family === 6 && !holds(globalUnicast, address)) return false;
  return !Object.values(networkInterfaces()).some((entries) =>
    entries?.some((entry) => entry.address === address),
  );
}

function holds(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 6 ? "ipv6" : "ipv4");
}
