"use client";

import { useState } from "react";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import type { AgentConfig } from "./agent-config";
import { CapabilitiesSection } from "./capabilities-section";
import { CashflowSection } from "./cashflow-section";
import { CommerceSection } from "./commerce-section";
import { RecoverySection } from "./recovery-section";
import { TreasurySection } from "./treasury/treasury-section";

/** What the agent may do, and by which rules. Each part is saved by itself. */
export function AgentSettings({
  config: first,
  businessName,
  networks,
}: {
  config: AgentConfig;
  businessName: string;
  /** Those where the merchant can have a treasury. */
  networks: readonly PayNetwork[];
}) {
  const [saved, setSaved] = useState({ first, config: first });
  // What the server has read since then is newer.
  const config = saved.first === first ? saved.config : first;
  const shared = { config, onSaved: (next: AgentConfig) => setSaved({ first, config: next }) };
  return (
    <>
      <CapabilitiesSection {...shared} />
      <RecoverySection {...shared} businessName={businessName} />
      <CashflowSection {...shared} />
      <CommerceSection {...shared} networks={networks} />
      <TreasurySection networks={networks} />
    </>
  );
}
