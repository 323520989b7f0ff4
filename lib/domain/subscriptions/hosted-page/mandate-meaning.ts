import { addressOf } from "@/lib/adapters/chain/chains";
import { toDecimal } from "@/lib/core/amounts/money";
import { checksumAddress } from "@/lib/core/chain/hex";
import { daySeconds } from "@/lib/core/subscriptions/subscription-horizon";
import type { AgreedMandate } from "./agree-mandate";

const timeOf = (seconds: bigint) => new Date(Number(seconds) * 1_000).toISOString();

/** What the permit of a subscription allows, in words. */
export function permitMeaning(found: AgreedMandate): string {
  const { deployment, terms, committed } = found;
  const manager = checksumAddress(addressOf(deployment, "subscriptions"));
  const others =
    committed > 0n
      ? `, of which ${amountOf(found, committed)} are for its other subscriptions`
      : "";
  return `Allows the contract for subscriptions ${manager} to take at most ${amountOf(found, terms.permitValue)} from the wallet ${checksumAddress(terms.payer)} in all${others}. It replaces the allowance before it, and can be used before ${timeOf(terms.permitDeadline)}.`;
}

/** What the intent of a subscription says, in words. */
export function mandateMeaning(found: AgreedMandate, merchant: string): string {
  const { terms } = found;
  const days = terms.interval / daySeconds;
  const every = days === 1n ? "every day" : `every ${days} days`;
  return `Lets ${merchant}, merchant ${terms.merchantId} of the registry ${checksumAddress(terms.registry)}, charge at most ${amountOf(found, terms.amount)} ${every} from ${timeOf(terms.startAt)} until ${timeOf(terms.endAt)}. The wallet can cancel at any time.`;
}

const amountOf = ({ token }: AgreedMandate, amount: bigint) =>
  `${toDecimal(amount, token.decimals)} ${token.symbol}`;
