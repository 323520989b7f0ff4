import type { TypedData, Whole } from "./typed-data";

/** Whether a message is of this type, for this contract on this chain. */
export function isMessageFor(
  { domain, primaryType }: TypedData,
  type: string,
  chainId: number,
  contract: string,
): boolean {
  return (
    primaryType === type &&
    domain.chainId === chainId &&
    String(domain.verifyingContract).toLowerCase() === contract.toLowerCase()
  );
}

/** Whether values have exactly the expected fields. Addresses are written in any case. */
export function hasFields(
  given: Readonly<Record<string, string>>,
  expected: Readonly<Record<string, Whole>>,
): boolean {
  const names = Object.keys(expected);
  return (
    Object.keys(given).length === names.length &&
    names.every((name) => given[name]?.toLowerCase() === String(expected[name]).toLowerCase())
  );
}
