import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { hasUserInfo } from "@/lib/core/text/user-info";

export type TargetProblem =
  | "url_malformed"
  | "scheme_not_allowed"
  | "user_info_not_allowed"
  | "host_not_allowed"
  | "port_not_allowed"
  | "address_not_allowed";

/** A URL that must not be called. */
export class TargetNotAllowed extends Error {
  override readonly name = "TargetNotAllowed";
  constructor(
    readonly reason: TargetProblem,
    message: string,
  ) {
    super(message);
  }
}

export interface TargetRules {
  /** https on 443 or 8443 only; otherwise http and any port too. */
  readonly secure: boolean;
  /** For local work and tests: this machine may be called, by loopback address or as `localhost`. */
  readonly allowLoopback: boolean;
  /** The operator's own configuration names the URL: it may lead into the operator's network. */
  readonly isTrusted?: boolean;
}

const securePorts = new Set(["", "443", "8443"]);
/** Names that resolve inside a network, never on the public internet. */
const privateSuffixes = [".localhost", ".local", ".localdomain", ".internal", ".home.arpa"];

/** The host without the brackets of an IPv6 literal. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

/** The addresses of `localhost`, which is never asked of a name server. */
export const loopbackAddresses = ["127.0.0.1", "::1"] as const;

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
function isLoopbackAddress(address: string): boolean {
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

/**
 * Checks what can be known of a URL without resolving its name. It is parsed as WHATWG's URL
 * standard says, which turns every other spelling of an IPv4 address into the dotted one.
 * @throws TargetNotAllowed
 */
export function checkTarget(text: string, rules: TargetRules): URL {
  const url = URL.parse(text);
  if (!url) throw new TargetNotAllowed("url_malformed", "The URL is malformed.");
  checkScheme(url, rules);
  if (hasUserInfo(text)) {
    throw new TargetNotAllowed("user_info_not_allowed", "The URL must not hold user info.");
  }
  if (rules.isTrusted) return url;
  const host = bareHost(url);
  if (isLocalName(host) && rules.allowLoopback) return url;
  checkHost(host, rules);
  const local = rules.allowLoopback && isLoopbackAddress(host);
  if (rules.secure && !local && !securePorts.has(url.port)) {
    throw new TargetNotAllowed("port_not_allowed", "Only the ports 443 and 8443 can be called.");
  }
  return url;
}

/**
 * Whether an address that a name resolved to may be connected to.
 */
export function isAllowedAddress(address: string, rules: TargetRules): boolean {
  if (rules.isTrusted) return true;
  return isPublicAddress(address) || (rules.allowLoopback && isLoopbackAddress(address));
}

/** `localhost` itself, which a resolver need not know. */
export function isLocalName(host: string): boolean {
  return host === "localhost";
}

function checkScheme(url: URL, { secure }: TargetRules): void {
  if (url.protocol === "https:" || (url.protocol === "http:" && !secure)) return;
  throw new TargetNotAllowed(
    "scheme_not_allowed",
    secure ? "Use an https URL." : "Use an https or http URL.",
  );
}

function checkHost(host: string, rules: TargetRules): void {
  if (isIP(host) !== 0) {
    if (isAllowedAddress(host, rules)) return;
    throw new TargetNotAllowed("address_not_allowed", "The address is not on the public internet.");
  }
  const isPublicName =
    host.includes(".") &&
    !host.endsWith(".") &&
    !privateSuffixes.some((suffix) => host.endsWith(suffix));
  if (!isPublicName) {
    throw new TargetNotAllowed(
      "host_not_allowed",
      "The host is not a name of the public internet.",
    );
  }
}
