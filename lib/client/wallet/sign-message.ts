import { stringToHex } from "viem/utils";
import type { WalletProvider } from "./provider";

/**
 * Asks the wallet to sign a text with `personal_sign`.
 * @returns the signature: 65 bytes, or what a contract wallet verifies
 * @throws the wallet's refusal; see `walletErrorKind`
 */
export async function signMessage(
  provider: WalletProvider,
  account: string,
  message: string,
): Promise<string> {
  const params = [stringToHex(message), account];
  const signature = await provider.request({ method: "personal_sign", params });
  if (typeof signature !== "string" || !/^0x(?:[0-9a-fA-F]{2})+$/.test(signature)) {
    throw new Error("The wallet did not return a signature");
  }
  return signature;
}
