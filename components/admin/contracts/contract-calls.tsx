"use client";

import { useState } from "react";
import { RepairDialog, type RepairInput } from "@/components/admin/repairs/repair-dialog";
import { useListChanged } from "@/components/admin/shell/use-list-changed";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import type { ButtonLook } from "@/components/ui/button-look";
import { LinkButton } from "@/components/ui/link-button";
import { shortHex } from "@/components/ui/short-hex";
import type { setKeeper, sweepFees } from "@/lib/contract/admin/contracts";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { Currency } from "@/lib/core/amounts/money";
import type { FeeContract } from "@/lib/core/chain/contract-kinds";

/** The endpoint of all. */
export const contractsPath = "/v1/admin/contracts";

type Call = ReceivedOutput<typeof setKeeper>;

interface CallProps {
  title: string;
  action: string;
  look?: ButtonLook;
  call(input: RepairInput): Promise<Call>;
  onClose(): void;
}

/** Shows how it is, and what the call would do, before it is queued. */
function CallDialog(props: CallProps) {
  const changed = useListChanged(contractsPath);
  return (
    <RepairDialog
      {...props}
      done="Call queued. The relay follows it to finality."
      canApply={({ possible }) => possible}
      onDone={changed}
    >
      {({ now, consequence, signer }) => (
        <>
          {now !== null && <p className="wrap-anywhere">{now}</p>}
          <p className="wrap-anywhere font-medium text-ink">{consequence}</p>
          {signer !== null && (
            <p className="wrap-anywhere">
              Signer:{" "}
              <code translate="no" className="font-mono text-xs">
                {signer}
              </code>
            </p>
          )}
        </>
      )}
    </RepairDialog>
  );
}

/** Between word joiners: the line does not end within the address. */
const UNBROKEN = "\u2060…\u2060";

interface KeeperProps {
  deploymentId: string;
  account: string;
  /** What is wanted. */
  allowed: boolean;
  /** Of the deployment: one wallet is often a keeper of several. */
  name: string;
}

/** Lets an account charge subscriptions, or no more. */
export function SetKeeper({ deploymentId, account, allowed, name }: KeeperProps) {
  const [isOpen, setOpen] = useState(false);
  const api = useApi();
  const route = { method: "POST", path: "/v1/admin/contracts/keepers" } as const;
  const verb = allowed ? "Allow" : "Disallow";
  const titleOf = (keeper: string) => `${verb} the keeper ${keeper} of ${name}`;
  return (
    <>
      <LinkButton label={titleOf(shortHex(account))} onClick={() => setOpen(true)}>
        {verb}
      </LinkButton>
      {isOpen && (
        <CallDialog
          title={`${titleOf(shortHex(account).replace("…", UNBROKEN))}?`}
          action={`${verb} keeper`}
          look={allowed ? "primary" : "danger"}
          call={(input) =>
            api<typeof setKeeper>(route, { deploymentId, account, allowed, ...input })
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface SweepProps {
  deploymentId: string;
  contract: FeeContract;
  currency: Currency;
  /** Of the deployment. */
  name: string;
}

const payers: Record<FeeContract, string> = {
  processor: "payment",
  subscriptions: "subscription",
  escrow: "job",
};

/** Sends the fees of a contract in a currency to the treasury. */
export function SweepFees({ deploymentId, contract, currency, name }: SweepProps) {
  const whose = `${currency} ${payers[contract]} fees`;
  const [isOpen, setOpen] = useState(false);
  const api = useApi();
  const route = { method: "POST", path: "/v1/admin/contracts/sweep" } as const;
  return (
    <>
      <Button
        look="secondary"
        aria-label={`Sweep ${whose} of ${name}`}
        onClick={() => setOpen(true)}
      >
        {`Sweep ${whose}`}
      </Button>
      {isOpen && (
        <CallDialog
          title={`Sweep the ${whose} of ${name}?`}
          action="Sweep fees"
          call={(input) =>
            api<typeof sweepFees>(route, { deploymentId, contract, currency, ...input })
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
