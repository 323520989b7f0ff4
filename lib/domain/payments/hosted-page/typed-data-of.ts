import type { OutputOf } from "@/lib/contract/endpoint";
import type { requestSessionSigning } from "@/lib/contract/payments/checkout-signing";
import type { TypedData } from "@/lib/contract/payments/hosted-pay";
import { type Address, checksumAddress } from "@/lib/core/chain/hex";

type Fields = readonly { readonly name: string; readonly type: string }[];

interface Message {
  readonly domain: {
    readonly name: string;
    readonly version: string;
    readonly chainId: number;
    readonly verifyingContract: Address;
  };
  readonly types: Record<string, Fields>;
  readonly primaryType: string;
  readonly message: Record<string, string | bigint>;
}

/** A message as the API answers with it. */
type WalletData = OutputOf<typeof requestSessionSigning>["messages"][number]["typedData"];

/** A message as it crosses to the browser: numbers as digits, and addresses as wallets show them (EIP-55). */
export function typedDataOf({ domain, types, primaryType, message }: Message): TypedData {
  const fields = types[primaryType] ?? [];
  const written = fields.map(({ name, type }) => {
    const value = String(message[name] ?? "");
    return [name, type === "address" ? checksumAddress(value) : value] as const;
  });
  return { domain: { ...domain }, types, primaryType, message: Object.fromEntries(written) };
}

const domainFields: Fields = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
];

/** The same as `eth_signTypedData_v4` takes it: with the domain's type among the types. */
export function walletDataOf(message: Message): WalletData {
  const { types, primaryType, message: values } = typedDataOf(message);
  const all = Object.entries({ EIP712Domain: domainFields, ...types });
  return {
    types: Object.fromEntries(all.map(([name, fields]) => [name, [...fields]])),
    primaryType,
    domain: { ...message.domain },
    message: values,
  };
}
