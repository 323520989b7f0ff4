import { CopyHex } from "@/components/detail/copy-hex";
import { MomentFact, MoneyFact } from "@/components/detail/fact-kinds";
import { NamedFact } from "@/components/detail/named-fact";
import { ObjectFacts } from "@/components/detail/object-facts";
import { Money } from "@/components/money/money";
import { Fact } from "@/components/ui/facts";
import { everyWords, type Subscription } from "./subscription-state";

/** What is known of a subscription. */
export function SubscriptionFacts({ subscription }: { subscription: Subscription }) {
  const { currency, cap, capRemaining, cancelReason } = subscription;
  return (
    <ObjectFacts>
      <NamedFact kind="Plan" id={subscription.planId} />
      <NamedFact kind="Customer" id={subscription.customerId} />
      <Fact name="Price">
        <Money {...subscription} /> {everyWords(subscription.intervalSeconds)}
      </Fact>
      <MomentFact name="Next charge" iso={subscription.nextChargeAt} none="None" />
      <Fact name="Charges made">{subscription.chargesMade}</Fact>
      <MoneyFact name="Cap" amount={cap} currency={currency} />
      <MoneyFact name="Left of the cap" amount={capRemaining} currency={currency} />
      <MomentFact name="Paid until" iso={subscription.paidUntil} none="Not paid yet" />
      <MomentFact name="Since" iso={subscription.createdAt} />
      <MomentFact name="Ends" iso={subscription.endAt} />
      {cancelReason && (
        <Fact name="Cancelled because">
          <span className="wrap-anywhere">{cancelReason}</span>
        </Fact>
      )}
      <Fact name="Payer">
        <CopyHex hex={subscription.payer} what="the payer’s address" />
      </Fact>
      <Fact name="Chain">{subscription.chainId}</Fact>
    </ObjectFacts>
  );
}
