import type { TypedData } from "@/lib/contract/payments/hosted-pay";
import { checksumAddress } from "@/lib/core/chain/hex";

interface Message {
  readonly domain: Record<string, string | number>;
  readonly types: Record<string, readonly { name: string; type: string }[]>;
  readonly primaryType: string;
  readonly message: Record<string, string | bigint>;
}

/** A message as it crosses to the browser: numbers as digits, and addresses as wallets show them (EIP-55). */
export function typedDataOf({ domain, types, primaryType, message }: Message): TypedData {
  const fields = types[primaryType] ?? [];
  const written = fields.map(({ name, type }) => {
    const value = String(message[name] ?? "");
    return [name, type === "address" ? checksumAddress(value) : value] as const;
  });
  return { domain, types, primaryType, message: Object.fromEntries(written) };
}
