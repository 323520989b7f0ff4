"use client";

import type { FormEvent } from "react";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import type { Chain } from "./acting-chain";
import { AddressField } from "./address-field";
import type { AskedCall } from "./asked-call";

/** What of a record its owner changes. */
type What = "payout" | "owner";

const words = {
  payout: {
    title: "Change the payout wallet",
    text: "New payments will go to the new wallet. The old wallet keeps its balance.",
    label: "New payout wallet",
    param: "payoutAddress",
  },
  owner: {
    title: "Transfer ownership",
    text: "Only the new owner will be able to change where payments go. A transfer takes two steps: the owner’s wallet names the new owner, and the new owner’s wallet accepts.",
    label: "New owner's wallet",
    param: "newOwner",
  },
};

interface Props {
  what: What;
  chain: Chain;
  onAsk(asked: AskedCall): void;
  onClose(): void;
}

/** Takes the new address, and asks for the transaction that the owner's wallet is to send. */
export function ChangeDialog({ what, chain, onAsk, onClose }: Props) {
  const { busy, problem, run } = useTask();
  const { title, text, label, param } = words[what];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const address = String(new FormData(event.currentTarget).get(param)).trim();
    void run(async () => {
      const asked = await callOf[what](chain, address);
      if (asked) onAsk(asked);
      else onClose();
    });
  };
  return (
    <Dialog title={title} open busy={busy} onClose={onClose}>
      <Form onSubmit={submit} className="grid gap-5">
        <p className="text-pretty text-muted text-sm">{text}</p>
        <TaskProblem problem={problem} fields={[param]} />
        <AddressField name={param} label={label} error={problemAt(problem, param)} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" blocked={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            Continue
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

const callOf = {
  async payout(chain: Chain, address: string): Promise<AskedCall | null> {
    const { payoutRotation } = await chain.changePayout(address);
    if (!payoutRotation) return null;
    return {
      title: "Send it from the owner's wallet",
      text: `Payments go to ${address} as soon as this transaction is in a block. The owner’s wallet pays a small network fee.`,
      done: "Payments go to the new wallet.",
      call: payoutRotation.instructions,
    };
  },
  async owner(chain: Chain, address: string): Promise<AskedCall | null> {
    const { start } = await chain.transferOwnership(address);
    return {
      title: "Send it from the owner's wallet",
      text: `Step 1 of 2: this names ${address} as the next owner. Nothing changes until that wallet accepts.`,
      done: "New owner named. The new owner’s wallet must accept next.",
      call: start,
    };
  },
};
