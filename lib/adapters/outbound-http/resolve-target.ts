import type { LookupAddress } from "node:dns";
import type { Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import {
  isAllowedAddress,
  isLocalName,
  loopbackAddresses,
  TargetNotAllowed,
  type TargetRules,
} from "./check-target";

/** Asks name servers itself: the system's lookup has few threads, which one slow name can hold up. */
export type NameResolver = Pick<Resolver, "resolve4" | "resolve6">;

/** The name does not resolve now. */
export class NameNotResolved extends Error {
  override readonly name = "NameNotResolved";
}

/**
 * All addresses of a name, none of them checked.
 * @throws NameNotResolved
 */
export async function resolveName(name: string, resolver: NameResolver): Promise<string[]> {
  if (isLocalName(name)) return [...loopbackAddresses];
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((answer) =>
    answer.status === "fulfilled" ? answer.value : [],
  );
  if (addresses.length === 0) throw new NameNotResolved(`${name} does not resolve`);
  return addresses;
}

/**
 * A lookup for sockets that resolves once and gives only addresses that may be connected to: the
 * connection goes to what was checked, whatever the name server says next.
 */
export function guardedLookup(rules: TargetRules, resolver: NameResolver): LookupFunction {
  return (name, options, callback) => {
    resolveName(name, resolver)
      .then((addresses) => toLookup(addresses, rules))
      .then(
        (found) => {
          const [first] = found;
          if (options.all || !first) callback(null, found);
          else callback(null, first.address, first.family);
        },
        (error: Error) => callback(error, []),
      );
  };
}

function toLookup(addresses: string[], rules: TargetRules): LookupAddress[] {
  const allowed = addresses.filter((address) => isAllowedAddress(address, rules));
  if (allowed.length > 0) return allowed.map((address) => ({ address, family: isIP(address) }));
  throw new TargetNotAllowed(
    "address_not_allowed",
    "The name leads to an address that is not on the public internet.",
  );
}
