import type { BatchCall } from "@/lib/client/wallet/wallet-batch";
import type { DirectRequest, SubscribePage } from "@/lib/contract/subscriptions/hosted-subscribe";

/** `approve(address,uint256)` of the token. */
const APPROVE = "0x095ea7b3";
/** `subscribeDirect` of the contract for subscriptions, whose terms are a word for each field. */
const SUBSCRIBE_DIRECT = "0xee3d89c5";

const addressWord = (address: string) => address.slice(2).toLowerCase().padStart(64, "0");
const numberWord = (digits: string) => BigInt(digits).toString(16).padStart(64, "0");

/** What the wallet sends: an allowance of exactly what the permit would allow, and the terms. */
export function batchCalls(
  {
    subscriptionsAddress,
    tokenAddress,
  }: Pick<SubscribePage, "subscriptionsAddress" | "tokenAddress">,
  { terms }: Pick<DirectRequest, "terms">,
): BatchCall[] {
  const approve = [addressWord(subscriptionsAddress), numberWord(terms.permitValue)];
  const subscribe = [
    addressWord(terms.payer),
    addressWord(terms.registry),
    numberWord(terms.merchantId),
    addressWord(terms.token),
    numberWord(terms.amount),
    numberWord(terms.interval),
    numberWord(terms.startAt),
    numberWord(terms.endAt),
    numberWord(terms.permitValue),
    numberWord(terms.permitDeadline),
    numberWord(terms.permitNonce),
    terms.ref.slice(2),
  ];
  return [
    { to: tokenAddress, data: APPROVE + approve.join("") },
    { to: subscriptionsAddress, data: SUBSCRIBE_DIRECT + subscribe.join("") },
  ];
}
