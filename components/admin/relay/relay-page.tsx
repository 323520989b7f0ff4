"use client";

import { useWhyNot } from "@/components/admin/shell/admin-context";
import { Offered } from "@/components/ui/offered";
import { Section } from "@/components/ui/section";
import { OpenSubmissions } from "./open-submissions";
import { RelayWallets } from "./relay-wallets";

/** The relay's wallets, and what it works on. */
export function RelayPage() {
  const why = useWhyNot("admin", "see payments in progress, which name payers");
  return (
    <div className="grid min-w-0 gap-5">
      <Section title="Wallets">
        <RelayWallets />
      </Section>
      <Section
        title="Payments in progress"
        text="Payments without an outcome yet, the oldest first. A stuck payment can be requeued where that is safe."
      >
        <Offered why={why}>
          <OpenSubmissions />
        </Offered>
      </Section>
    </div>
  );
}
