import { expect, test } from "vitest";
import { isForwardingDoubted } from "@/lib/core/operations/forwarding";
import {
  addressBlock,
  addressPrefix,
  clientAddress,
  clientAddressHeader,
  forwardedAddress,
  stampedAddress,
} from "./client-address";

const peer = "198.51.100.1";
const by = (xForwardedFor: string, hops: number) =>
  forwardedAddress({ xForwardedFor, forwarded: "" }, hops, peer);

test("without trusted proxies nothing that a client says counts", () => {
  expect(by("203.0.113.7", 0)).toBe(peer);
  expect(by("203.0.113.7, 203.0.113.8", 0)).toBe(peer);
});

test("what the outermost trusted proxy added counts, whatever the client put before it", () => {
  const forwarded = "1.1.1.1, 203.0.113.7, 10.0.0.1";
  expect(by(forwarded, 1)).toBe("10.0.0.1");
  expect(by(forwarded, 2)).toBe("203.0.113.7");
  expect(by(` 2001:db8::7 ,10.0.0.1`, 2)).toBe("2001:db8::7");
});

test("too few hops, or what is no address, leaves the peer", () => {
  for (const forwarded of ["", "10.0.0.1", "unknown, 10.0.0.1", "203.0.113.7:80:80, 10.0.0.1"]) {
    expect(by(forwarded, 2)).toBe(peer);
  }
});

test("ports, brackets and quotes are passed over, in both headers", () => {
  for (const entry of ["203.0.113.7:4711", "203.0.113.7", '"203.0.113.7:80"']) {
    expect(by(`${entry}, 10.0.0.1`, 2)).toBe("203.0.113.7");
  }
  for (const entry of ["[2001:db8::7]:443", "[2001:db8::7]", "2001:db8::7"]) {
    expect(by(`${entry},10.0.0.1:443`, 2)).toBe("2001:db8::7");
  }
  const named = (forwarded: string, hops: number) =>
    forwardedAddress({ xForwardedFor: "", forwarded }, hops, peer);
  expect(named("for=203.0.113.7;proto=https;by=10.0.0.1", 1)).toBe("203.0.113.7");
  expect(named('for=1.1.1.1, proto=https;For="[2001:db8::7]:4711"', 1)).toBe("2001:db8::7");
  expect(named("for=203.0.113.7, for=10.0.0.1", 2)).toBe("203.0.113.7");
  const both = { xForwardedFor: "203.0.113.7", forwarded: "for=203.0.113.8" };
  expect(forwardedAddress(both, 1, peer)).toBe("203.0.113.7");
});

test("an entry that is not understood is noted, and one that is missing is not", () => {
  globalThis.stipendForwardingDoubtAt = undefined;
  for (const missing of ["", "10.0.0.1"]) by(missing, 2);
  expect(isForwardingDoubted(60_000)).toBe(false);
  expect(by("unknown, 10.0.0.1", 2)).toBe(peer);
  expect(isForwardingDoubted(60_000)).toBe(true);
  globalThis.stipendForwardingDoubtAt = undefined;
});

test("only a note with this process's stamp is believed", () => {
  const noted = new Headers({ [clientAddressHeader]: stampedAddress("203.0.113.7") });
  expect(clientAddress(noted, 0)).toBe("203.0.113.7");
  for (const forged of ["203.0.113.9", " 203.0.113.9", `${"0".repeat(32)} 203.0.113.9`]) {
    expect(clientAddress(new Headers({ [clientAddressHeader]: forged }), 0)).toBe("unknown");
  }
});

test("the addresses of one client share a block: an IPv4 by itself, an IPv6 by its /64", () => {
  expect(addressBlock("203.0.113.7")).toBe("203.0.113.7");
  expect(addressBlock("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(addressBlock("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2");
  expect(addressBlock("2001:db8:1:2::1")).toBe("2001:db8:1:2");
  expect(addressBlock("2001:db8::1")).toBe("2001:db8:0:0");
  expect(addressBlock("::1")).toBe("0:0:0:0");
  expect(addressBlock("2001:db8:1:3::1")).not.toBe(addressBlock("2001:db8:1:2::1"));
});

test("of an address that is kept, the network is: /24, or /48 for IPv6", () => {
  for (const [address, prefix] of [
    ["203.0.113.7", "203.0.113.0/24"],
    ["::ffff:203.0.113.7", "203.0.113.0/24"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
    ["2001:db8::1", "2001:db8:0::/48"],
    ["::1", "0:0:0::/48"],
    ["fe80::1%eth0", "fe80:0:0::/48"],
    ["64:ff9b::203.0.113.7", "64:ff9b:0::/48"],
    ["unknown", null],
    ["", null],
  ] as const) {
    expect([address, addressPrefix(address)]).toEqual([address, prefix]);
  }
});
