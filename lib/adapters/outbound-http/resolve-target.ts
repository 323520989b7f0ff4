import type { LookupAddress } from "node:dns";
import type { Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { withTimeout } from "@/lib/core/async/with-timeout";
import {
  isAllowedAddress,
  isLocalName,
  loopbackAddresses,
  TargetNotAllowed,
  type TargetProblem,
  type TargetRules,
} from "./check-target";

/** Asks name servers itself: the system's lookup has few threads, which one slow name can hold up. */
export type NameResolver = Pick<Resolver, "resolve4" | "resolve6">;

/** The system's lookup, with `/etc/hosts` and search domains: for names of the operator's own configuration. */
export type SystemLookup = (name: string, options: { all: true }) => Promise<LookupAddress[]>;

/** The system asks a second name server after 5 s; what it still asks then holds one of its threads. */
const SYSTEM_MS = 10_000;

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
 * The same, as the system knows them.
 * @throws NameNotResolved
 */
export async function lookUpName(name: string, lookUp: SystemLookup): Promise<string[]> {
  if (isLocalName(name)) return [...loopbackAddresses];
  const asked = withTimeout(SYSTEM_MS, lookUp(name, { all: true }));
  const found: LookupAddress[] = await asked.catch(() => []);
  if (found.length === 0) throw new NameNotResolved(`${name} does not resolve`);
  return found.map(({ address }) => address);
}

/**
 * A lookup for sockets that resolves once and gives only addresses that may be connected to. The connection goes to the
 * checked address, even if the name server answers differently next time.
 */
export function guardedLookup(
  rules: TargetRules,
  resolve: (name: string) => Promise<string[]>,
): LookupFunction {
  return (name, options, callback) => {
    resolve(name)
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

/** Why a request got no status, in stable words that name nothing of our network. */
export type FailureWord =
  | TargetProblem
  | "name_not_resolved"
  | "connection_refused"
  | "connection_failed"
  | "tls_failed"
  | "timeout"
  | "headers_too_large"
  | "response_malformed";

const byCode: Record<string, FailureWord> = {
  ECONNREFUSED: "connection_refused",
  ETIMEDOUT: "timeout",
  HPE_HEADER_OVERFLOW: "headers_too_large",
  EPROTO: "tls_failed",
};
const tlsCode = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH)/;

/**
 * Names what went wrong on the way; a code that is not listed is a failed connection.
 * @throws the error itself when it has no code: then it is a bug of ours
 */
export function nameFailure(error: unknown): FailureWord {
  if (error instanceof TargetNotAllowed) return error.reason;
  if (error instanceof NameNotResolved) return "name_not_resolved";
  if (!(error instanceof Error)) throw error;
  if (error.name === "TimeoutError" || error.name === "AbortError") return "timeout";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (code === "" || code.startsWith("ERR_INVALID_")) throw error;
  if (tlsCode.test(code)) return "tls_failed";
  const answered = code.startsWith("HPE_") ? "response_malformed" : "connection_failed";
  return byCode[code] ?? answered;
}
