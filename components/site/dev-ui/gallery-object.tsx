"use client";

import { CopyHex } from "@/components/dashboard/detail/copy-hex";
import { DetailPage } from "@/components/dashboard/detail/detail-page";
import { LinkFact, MomentFact, MoneyFact } from "@/components/dashboard/detail/fact-kinds";
import { Metadata } from "@/components/dashboard/detail/metadata";
import { ObjectFacts } from "@/components/dashboard/detail/object-facts";
import { Timeline, type TimelineEntry } from "@/components/dashboard/detail/timeline";
import { PaymentState } from "@/components/dashboard/payments/payment-state";
import { Button } from "@/components/ui/button";
import { Fact } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";

const at = "2026-04-27T12:00:00.000Z";
const object = { id: "ps_4fQx0wJt2mZk8sVb6nHc1yRd", amount: "49000000", currency: "USDC" };

const entries: TimelineEntry[] = [
  { id: "created", at, title: "Created", actor: "Your API key" },
  { id: "seen", at, title: "Seen on-chain", actor: "Payer 0x52…9EE7", text: "block 1,204" },
  { id: "final", at, title: "Final", tone: "good" },
  { id: "failed", at, title: "Refund failed", actor: "The chain", tone: "bad" },
  { id: "awaited", at: null, title: "Waiting for your wallet", tone: "wait" },
];

/** An object's page: heading, actions, what happened, and what is known. */
export function GalleryObject() {
  return (
    <DetailPage
      object={object}
      error={null}
      refetch={() => {}}
      kind="payment_session"
      title="49.00 USDC"
      status={<PaymentState status="confirmed" payment={null} amountRefunded="0" />}
      text="A month of coffee"
      actions={<Button look="secondary">Refund</Button>}
      above={<Notice tone="wait">Overpaid.</Notice>}
      facts={
        <>
          <ObjectFacts>
            <MoneyFact name="Amount" amount={object.amount} currency={object.currency} />
            <MomentFact name="Paid" iso={at} />
            <MomentFact name="Next charge" iso={null} none="None" />
            <LinkFact object="customer" id="cus_4fQx0wJt2mZk8sVb6nHc1yRd" />
            <Fact name="Reference">
              <CopyHex hex={`0x${"ab".repeat(32)}`} what="the reference" />
            </Fact>
          </ObjectFacts>
          <Metadata metadata={{ order: "1001" }} />
        </>
      }
    >
      <Section title="Timeline">
        <Timeline entries={entries} />
      </Section>
    </DetailPage>
  );
}
