"use client";

import { useState } from "react";
import { useAdmin, useWhyNot } from "@/components/admin/shell/admin-context";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { Offered } from "@/components/ui/offered";
import { Section } from "@/components/ui/section";
import { SelectField } from "@/components/ui/select-field";
import { showToast } from "@/components/ui/toast";
import type { changeMerchantTier } from "@/lib/contract/admin/merchants";
import { hasRole } from "@/lib/core/identity/admin-roles";
import { type Tier, tierFeeBps, tiers } from "@/lib/core/merchants/merchant-states";
import type { PlatformFees } from "@/lib/core/merchants/platform-fees";
import type { Merchant } from "./merchant-shapes";
import { tierWords } from "./merchant-states";
import { ReasonDialog } from "./reason-dialog";

const route = { method: "PATCH", path: "/v1/admin/merchants/{id}/tier" } as const;

const feeOf = (tier: Tier) => `${(tierFeeBps[tier] / 100).toFixed(2)} %`;

interface TierWords {
  /** What a tier is for a merchant. */
  now(tier: Tier): string;
  choice(tier: Tier): string;
  readonly hint: string;
  /** What a change does. */
  readonly effect: string;
}

/** What is said of tiers where the installation takes fees, and where it takes none. */
export const wordsOfTiers: Readonly<Record<PlatformFees, TierWords>> = {
  on: {
    now: (tier) => `${tierWords[tier]}: ${feeOf(tier)} of each payment.`,
    choice: (tier) => `${tierWords[tier]}, ${feeOf(tier)}`,
    hint: "The operator’s wallet sets the fee in each registry.",
    effect:
      "The operator’s wallet sets the tier’s fee in each registry. The merchant gets an email.",
  },
  off: {
    now: (tier) => `${tierWords[tier]}. This installation takes no fees.`,
    choice: (tier) => tierWords[tier],
    hint: "The tier changes no fee.",
    effect:
      "This installation takes no fees, so the tier changes no fee. The merchant gets no email.",
  },
};

interface Props {
  merchant: Merchant;
  platformFees: PlatformFees;
  onChanged(): Promise<unknown>;
}

/** The tier, whose fee the registries follow. */
export function TierSection(props: Props) {
  const { status, tier } = props.merchant;
  const whyRole = useWhyNot("admin", "change the tier");
  const why = status === "closed" ? "The merchant is closed: its tier stays." : whyRole;
  return (
    <Section title="Tier" text={wordsOfTiers[props.platformFees].now(tier)}>
      <Offered why={why}>
        <TierForm key={tier} {...props} />
      </Offered>
    </Section>
  );
}

function TierForm({ merchant: { id, businessName, tier }, platformFees, onChanged }: Props) {
  const { role } = useAdmin();
  const [wanted, setWanted] = useState<Tier>(tier);
  const [isAsking, setAsking] = useState(false);
  const api = useApi();
  const words = wordsOfTiers[platformFees];
  const offered = tiers.filter((one) => one !== "enterprise" || hasRole(role, "super_admin"));
  const run = async (reason: string) => {
    await api<typeof changeMerchantTier>(route, { id, tier: wanted, reason });
    await onChanged();
    setAsking(false);
    showToast(`Tier changed to ${tierWords[wanted]}.`);
  };
  return (
    <>
      <Form onSubmit={() => setAsking(true)} className="grid gap-4">
        <SelectField
          name="tier"
          label="New tier"
          hint={words.hint}
          value={wanted}
          onChange={({ target }) => setWanted(tiers.find((one) => one === target.value) ?? tier)}
        >
          {(offered.includes(tier) ? offered : [...offered, tier]).map((one) => (
            <option key={one} value={one}>
              {words.choice(one)}
            </option>
          ))}
        </SelectField>
        <div>
          <Button look="secondary" type="submit" blocked={wanted === tier}>
            Change tier
          </Button>
        </div>
      </Form>
      {isAsking && (
        <ReasonDialog
          title={`Change the tier of “${businessName}” to ${tierWords[wanted]}?`}
          action="Change tier"
          look="primary"
          run={run}
          onClose={() => setAsking(false)}
        >
          <p>{words.effect}</p>
        </ReasonDialog>
      )}
    </>
  );
}
