"use client";

import { useState } from "react";
import { CopyHex } from "@/components/dashboard/detail/copy-hex";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Form } from "@/components/ui/form";
import { TextField } from "@/components/ui/text-field";
import type { Sending } from "./send-reducer";
import type { Instructions } from "./send-steps";

export const stepWords: Record<Instructions["steps"][number]["kind"], string> = {
  approve: "Approve exactly this amount",
  refund: "Send the refund",
  transfer: "Send the refund",
};

interface Props {
  instructions: Instructions;
  refused: Sending["refused"];
  onSent(hash: string): void;
}

/** For a wallet that is not in this browser, such as one of several signers. */
export function SendElsewhere({ instructions, refused, onSent }: Props) {
  return (
    <Disclosure
      summary="Send from another wallet (Safe, Ledger…)"
      open={refused ? true : undefined}
    >
      <div className="grid gap-4">
        <Steps instructions={instructions} />
        <HashForm label="Transaction hash of the last step" refused={refused} onSent={onSent} />
      </div>
    </Disclosure>
  );
}

/** Who is to send what. */
export function Steps({ instructions }: Pick<Props, "instructions">) {
  return (
    <div className="grid gap-4 text-sm">
      <Senders {...instructions} />
      {instructions.steps.map(({ kind, to, data }) => (
        <div key={kind} className="grid gap-1">
          <p className="font-medium">{stepWords[kind]}</p>
          <p>
            To <CopyHex hex={to} what="the address" />
          </p>
          <p className="wrap-anywhere">
            Data <CopyHex hex={data} what="the data" />
          </p>
        </div>
      ))}
    </div>
  );
}

/** The accounts of which one must send. The contract takes no other; a plain transfer of another is the payer's all the same. */
function Senders({ senders, method }: Pick<Instructions, "senders" | "method">) {
  const accounts = [...new Set(senders)];
  return (
    <div className="grid gap-1">
      <p className="font-medium">
        {accounts.length > 1 ? "Send from one of these accounts" : "Send from this account"}
      </p>
      {accounts.map((account) => (
        <p key={account}>
          <CopyHex hex={account} what="the sender’s address" />
        </p>
      ))}
      {method === "transfer" && (
        <p className="text-muted">
          What another account sends doesn’t count as this refund, and the payer keeps it.
        </p>
      )}
    </div>
  );
}

/** Takes the hash of the transaction that sent a refund. */
export function HashForm(props: Pick<Props, "refused" | "onSent"> & { label: string }) {
  const { label, refused, onSent } = props;
  const [typed, setTyped] = useState<{ text: string; after: Props["refused"] } | null>(null);
  // The refused hash is shown until another one is typed.
  const current = refused !== null && typed?.after !== refused ? refused : null;
  const value = current?.hash ?? typed?.text ?? "";
  const hash = value.trim();
  const isHash = /^0x[0-9a-fA-F]{64}$/.test(hash);
  return (
    <Form className="grid gap-3" onSubmit={() => onSent(hash)}>
      <TextField
        name="hash"
        label={label}
        placeholder="0x…"
        autoComplete="off"
        spellCheck={false}
        value={value}
        error={current?.text}
        wrong={!isHash && "Paste the transaction hash: 0x and 64 digits or letters from a to f."}
        onChange={({ target }) => setTyped({ text: target.value, after: refused })}
      />
      <div>
        <Button type="submit" look="secondary">
          Record refund
        </Button>
      </div>
    </Form>
  );
}
