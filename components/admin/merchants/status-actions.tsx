"use client";

import { type ReactNode, useState } from "react";
import { useWhyNot } from "@/components/admin/shell/admin-context";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import type { ButtonLook } from "@/components/ui/button-look";
import { showToast } from "@/components/ui/toast";
import type {
  closeMerchant,
  reactivateMerchant,
  suspendMerchant,
} from "@/lib/contract/admin/merchants";
import type { Merchant } from "./merchant-shapes";
import { ReasonDialog } from "./reason-dialog";

type Step = "suspend" | "reactivate" | "close";

interface StepWords {
  readonly action: string;
  readonly done: string;
  readonly look?: ButtonLook;
  readonly effect: ReactNode;
}

/** What each step says it does. */
export const stepWords: Readonly<Record<Step, StepWords>> = {
  suspend: {
    action: "Suspend merchant",
    done: "Merchant suspended.",
    effect: (
      <ul className="grid list-disc gap-1 pl-4">
        <li>New payments, subscriptions and invoices are refused immediately.</li>
        <li>Open payments can still be paid until they expire. Refunds and exports stay.</li>
        <li>The operator’s wallet suspends the merchant in each registry.</li>
        <li>You can reactivate the merchant at any time. The merchant gets an email.</li>
      </ul>
    ),
  },
  reactivate: {
    action: "Reactivate merchant",
    done: "Merchant reactivated.",
    look: "primary",
    effect: (
      <p>
        The operator’s wallet reactivates the merchant in each registry. The merchant can create
        payments, subscriptions and invoices there as soon as the network has it, usually within
        minutes. The merchant gets an email.
      </p>
    ),
  },
  close: {
    action: "Close merchant",
    done: "Merchant closed.",
    effect: (
      <ul className="grid list-disc gap-1 pl-4">
        <li>This can’t be undone. API keys stop working immediately.</li>
        <li>
          Open payments and subscriptions are cancelled and unpaid invoices voided within minutes,
          each once no payment for it is on its way.
        </li>
        <li>Refunds and exports stay open to the merchant’s people. The merchant gets an email.</li>
      </ul>
    ),
  },
};

/** Calls the endpoint of a step. */
function useSteps(id: string) {
  const api = useApi();
  const method = "POST";
  return {
    suspend: (reason: string) =>
      api<typeof suspendMerchant>(
        { method, path: "/v1/admin/merchants/{id}/suspend" },
        { id, reason },
      ),
    reactivate: (reason: string) =>
      api<typeof reactivateMerchant>(
        { method, path: "/v1/admin/merchants/{id}/reactivate" },
        { id, reason },
      ),
    close: (reason: string) =>
      api<typeof closeMerchant>({ method, path: "/v1/admin/merchants/{id}/close" }, { id, reason }),
  };
}

interface Props {
  merchant: Merchant;
  /** Reads the merchant anew. */
  onChanged(): Promise<unknown>;
}

/** Suspends, reactivates or closes a merchant; a button that the role lacks is not shown. */
export function StatusActions({ merchant, onChanged }: Props) {
  const { id, businessName, status } = merchant;
  const [step, setStep] = useState<Step | null>(null);
  const steps = useSteps(id);
  const mayChange = useWhyNot("admin", "change merchants") === null;
  const mayClose = useWhyNot("super_admin", "close a merchant") === null;
  if (status === "closed" || !mayChange) return null;
  const run = async (reason: string) => {
    if (!step) return;
    await steps[step](reason);
    await onChanged();
    setStep(null);
    showToast(stepWords[step].done);
  };
  const other = status === "active" ? "suspend" : "reactivate";
  return (
    <>
      <Button look="secondary" onClick={() => setStep(other)}>
        {status === "active" ? "Suspend" : "Reactivate"}
      </Button>
      {mayClose && (
        <Button look="danger" onClick={() => setStep("close")}>
          Close
        </Button>
      )}
      {step && (
        <ReasonDialog
          title={`${stepWords[step].action} “${businessName}”?`}
          action={stepWords[step].action}
          {...(stepWords[step].look && { look: stepWords[step].look })}
          {...(step === "close" && { typed: businessName })}
          run={run}
          onClose={() => setStep(null)}
        >
          {stepWords[step].effect}
        </ReasonDialog>
      )}
    </>
  );
}
