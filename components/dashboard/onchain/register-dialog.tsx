"use client";

import { useState } from "react";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { AskWallet } from "@/components/dashboard/wallet-step/ask-wallet";
import { connectAs } from "@/components/dashboard/wallet-step/step-wallet";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Disclosure } from "@/components/ui/disclosure";
import { Fact, Facts } from "@/components/ui/facts";
import { Form } from "@/components/ui/form";
import { SelectField } from "@/components/ui/select-field";
import { signMessage } from "@/lib/client/wallet/sign-message";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import type { Chain, WalletProof } from "./acting-chain";
import { AddressField } from "./address-field";
import { ShownAddress } from "./shown-address";

interface Props {
  chain: Chain;
  network: PayNetwork;
  onRegistering(): void;
  onClose(): void;
}

/** Has the wallets of a business sign that they are its own, and then has it registered. */
export function RegisterDialog({ chain, network, onRegistering, onClose }: Props) {
  const [proof, setProof] = useState<WalletProof | null>(null);
  return (
    <Dialog title="Register for live payments" open onClose={onClose}>
      {proof ? (
        <SignMessages {...{ chain, network, proof, onRegistering }} />
      ) : (
        <ChooseOwner chain={chain} onAsked={setProof} />
      )}
    </Dialog>
  );
}

function ChooseOwner({ chain, onAsked }: { chain: Chain; onAsked(proof: WalletProof): void }) {
  const { busy, problem, run } = useTask();
  const [isOther, setOther] = useState(false);
  return (
    <Form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const owner = new FormData(event.currentTarget).get("owner");
        const given = isOther ? String(owner).trim() : null;
        void run(async () => onAsked(await chain.requestProof(given)));
      }}
    >
      <p className="text-pretty text-muted text-sm">
        Only the owner can later change where payments go. A separate wallet, such as a hardware
        wallet or a multisig, is safer than the payout wallet.
      </p>
      <TaskProblem problem={problem} fields={["owner"]} />
      <SelectField
        name="who"
        label="Who owns the record?"
        value={isOther ? "other" : "payout"}
        onChange={({ target }) => setOther(target.value === "other")}
      >
        <option value="payout">The payout wallet</option>
        <option value="other">Another wallet of mine</option>
      </SelectField>
      {isOther && (
        <AddressField name="owner" label="Owner's address" error={problemAt(problem, "owner")} />
      )}
      <Button type="submit" busy={busy} className="justify-self-end">
        Continue
      </Button>
    </Form>
  );
}

interface SignProps {
  chain: Chain;
  network: PayNetwork;
  proof: WalletProof;
  onRegistering(): void;
}

/** One signature after the other; with the last one everything is sent. */
function SignMessages({ chain, network, proof, onRegistering }: SignProps) {
  const [signed, setSigned] = useState<Readonly<Record<string, string>>>({});
  const { messages, nonce } = proof;
  const left = messages.filter(({ role }) => signed[role] === undefined);
  const [next] = left;
  if (!next) return null;
  const count = messages.length;
  const give = async (signature: string) => {
    const all = { ...signed, [next.role]: signature };
    if (left.length > 1) return setSigned(all);
    const { payout = "", owner = null } = all;
    await chain.prove(nonce, { payout, owner });
    onRegistering();
  };
  return (
    <div className="grid gap-4">
      <p className="text-pretty text-sm">
        {count > 1 && (
          <strong className="font-medium">
            Signature {count - left.length + 1} of {count}.{" "}
          </strong>
        )}
        {next.role === "payout"
          ? "Sign with the wallet that payments go to."
          : "Sign with the wallet that owns the record."}{" "}
        No network fee.
      </p>
      <Facts>
        <Fact name={next.role === "payout" ? "Payout wallet" : "Owner"}>
          <ShownAddress address={next.signer} />
        </Fact>
      </Facts>
      <AskWallet
        key={next.role}
        account={next.signer}
        network={network}
        verb="Sign"
        work={async (wallet, tell) => {
          await connectAs(wallet, next.signer);
          const signature = await signMessage(wallet.provider, next.signer, next.message);
          tell("Signed. Requesting your registration…");
          await give(signature);
        }}
      />
      <Disclosure summary="Message to sign">
        <pre
          translate="no"
          className="wrap-anywhere whitespace-pre-wrap rounded-xl bg-panel p-3 font-mono text-xs"
        >
          {next.message}
        </pre>
      </Disclosure>
    </div>
  );
}
