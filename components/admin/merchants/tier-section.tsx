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
import type { Merchant } from "./merchant-shapes";
import { tierWords } from "./merchant-states";
import { ReasonDialog } from "./reason-dialog";

const route = { method: "PATCH", path: "/v1/admin/merchants/{id}/tier" } as const;

const feeOf = (tier: Tier) => `${(tierFeeBps[tier] / 100).toFixed(2)} %`;

interface Props {
  merchant: Merchant;
  onChanged(): Promise<unknown>;
}

/** The tier, whose fee the registries follow. */
export function TierSection({ merchant, onChanged }: Props) {
  const { status, tier } = merchant;
  const whyRole = useWhyNot("admin", "change the tier");
  const why = status === "closed" ? "The merchant is closed: its tier stays." : whyRole;
  return (
    <Section title="Tier" text={`${tierWords[tier]}: ${feeOf(tier)} of each payment.`}>
      <Offered why={why}>
        <TierForm key={tier} merchant={merchant} onChanged={onChanged} />
      </Offered>
    </Section>
  );
}

function TierForm({ merchant: { id, businessName, tier }, onChanged }: Props) {
  const { role } = useAdmin();
  const [wanted, setWanted] = useState<Tier>(tier);
  const [isAsking, setAsking] = useState(false);
  const api = useApi();
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
          hint="The operator’s wallet sets the fee in each registry."
          value={wanted}
          onChange={({ target }) => setWanted(tiers.find((one) => one === target.value) ?? tier)}
        >
          {(offered.includes(tier) ? offered : [...offered, tier]).map((one) => (
            <option key={one} value={one}>
              {`${tierWords[one]}, ${feeOf(one)}`}
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
          <p>
            The operator’s wallet sets the tier’s fee in each registry. The merchant gets an email.
          </p>
        </ReasonDialog>
      )}
    </>
  );
}
