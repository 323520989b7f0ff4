import type { Hex, TypedData } from "./typed-data";

/** A browser's wallet (EIP-1193). */
export interface WalletProvider {
  request(args: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}

const domainTypes: Record<string, string> = {
  name: "string",
  version: "string",
  chainId: "uint256",
  verifyingContract: "address",
};

/** The message as wallets take it: JSON with the domain's type spelled out. */
export function typedDataJson(data: TypedData): string {
  const domain = Object.keys(data.domain).map((name) => ({ name, type: domainTypes[name] }));
  return JSON.stringify({ ...data, types: { EIP712Domain: domain, ...data.types } });
}

/**
 * Asks the wallet to sign an EIP-712 message with `eth_signTypedData_v4`.
 * @returns the signature: 65 bytes, or what a contract wallet verifies
 * @throws the wallet's own error when the payer or the wallet declines
 */
export async function signTypedData(
  provider: WalletProvider,
  account: string,
  data: TypedData,
): Promise<Hex> {
  const signature = await provider.request({
    method: "eth_signTypedData_v4",
    params: [account, typedDataJson(data)],
  });
  if (signature === "0x") {
    throw new Error("The wallet signed on the chain and returned an empty signature");
  }
  if (typeof signature !== "string" || !/^0x(?:[0-9a-fA-F]{2})+$/.test(signature)) {
    throw new Error("The wallet did not return a signature");
  }
  return signature as Hex;
}
