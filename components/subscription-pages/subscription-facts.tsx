import { CopyHex } from "@/components/detail/copy-hex";
import { ObjectLink } from "@/components/detail/object-link";
import { Money } from "@/components/money/money";
import { LocalTime } from "@/components/time/local-time";
import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import { everyWords, type Subscription } from "./subscription-state";

/** What is known of a subscription. */
export function SubscriptionFacts({ subscription }: { subscription: Subscription }) {
  const { currency, cap, capRemaining, planId, customerId, cancelReason } = subscription;
  return (
    <Section title="Facts">
      <Facts>
        <Fact name="Price">
          <Money {...subscription} /> {everyWords(subscription.intervalSeconds)}
        </Fact>
        <Fact name="Next charge">
          <Moment iso={subscription.nextChargeAt} none="None" />
        </Fact>
        <Fact name="Charges made">{subscription.chargesMade}</Fact>
        {cap && (
          <Fact name="Cap">
            <Money amount={cap} currency={currency} />
          </Fact>
        )}
        {capRemaining && (
          <Fact name="Left of the cap">
            <Money amount={capRemaining} currency={currency} />
          </Fact>
        )}
        <Fact name="Paid until">
          <Moment iso={subscription.paidUntil} none="Not paid yet" />
        </Fact>
        <Fact name="Since">
          <Moment iso={subscription.createdAt} none="" />
        </Fact>
        {subscription.endAt && (
          <Fact name="Ends">
            <Moment iso={subscription.endAt} none="" />
          </Fact>
        )}
        {cancelReason && <Fact name="Cancelled because">{cancelReason}</Fact>}
        <Fact name="Payer">
          <CopyHex hex={subscription.payer} what="the payer’s address" />
        </Fact>
        {planId && (
          <Fact name="Plan">
            <ObjectLink path="/dashboard/plans" id={planId} />
          </Fact>
        )}
        {customerId && (
          <Fact name="Customer">
            <ObjectLink path="/dashboard/customers" id={customerId} />
          </Fact>
        )}
        <Fact name="Chain">{subscription.chainId}</Fact>
      </Facts>
    </Section>
  );
}

const Moment = ({ iso, none }: { iso: string | null; none: string }) =>
  iso ? <LocalTime iso={iso} shape="full" locale="en" /> : none;
