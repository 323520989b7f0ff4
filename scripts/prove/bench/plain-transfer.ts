import { type Authorization, authorizationMessage } from "@/sdk/src/payer/payment-messages";
import type { TokenDomain, TypedData } from "@/sdk/src/payer/typed-data";

/** The token's `TransferWithAuthorization` (EIP-3009), which anybody can send; otherwise as a payment's authorization. */
export function plainTransferMessage(
  token: TokenDomain,
  { to, ...authorization }: Omit<Authorization, "processor"> & { to: string },
): TypedData {
  const message = authorizationMessage(token, { ...authorization, processor: to });
  const fields = message.types.ReceiveWithAuthorization ?? [];
  const types = { TransferWithAuthorization: fields };
  return { ...message, types, primaryType: "TransferWithAuthorization" };
}
