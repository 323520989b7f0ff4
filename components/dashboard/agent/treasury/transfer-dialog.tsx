"use client";

import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { AmountField } from "@/components/ui/money/amount-field";
import { SelectField } from "@/components/ui/select-field";
import { shortHex } from "@/components/ui/short-hex";
import { Skeleton } from "@/components/ui/skeleton";
import { typedAmount } from "@/lib/client/typed-amount";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import { toDecimal } from "@/lib/core/amounts/money";
import type { Transfer, TransferKind, TreasuryAccount } from "./treasury";

const SendTransfer = lazy(async () => ({
  default: (await import("./send-transfer")).SendTransfer,
}));

interface Props {
  kind: TransferKind;
  treasury: TreasuryAccount;
  network: PayNetwork;
  /** A block has it. */
  onMined(): void;
  /** The wallet has sent it, and shows no block that has it. */
  onUnseen(transfer: Transfer): void;
  onClose(): void;
}

/** Asks how much is moved into the treasury or out of it, then has a wallet send it. */
export function TransferDialog({ kind, treasury, network, onMined, onUnseen, onClose }: Props) {
  const [transfer, setTransfer] = useState<Transfer | null>(null);
  return (
    <Dialog
      title={kind === "deposit" ? "Deposit to the treasury" : "Withdraw from the treasury"}
      open
      onClose={onClose}
    >
      {transfer ? (
        <Suspense fallback={<Skeleton label="Loading wallet" />}>
          <SendTransfer
            {...{ kind, treasury, network, transfer, onMined }}
            onUnseen={() => onUnseen(transfer)}
            onBack={() => setTransfer(null)}
          />
        </Suspense>
      ) : (
        <TransferForm kind={kind} treasury={treasury} onChosen={setTransfer} />
      )}
    </Dialog>
  );
}

interface FormProps {
  kind: Props["kind"];
  treasury: TreasuryAccount;
  onChosen(transfer: Transfer): void;
}

function TransferForm({ kind, treasury, onChosen }: FormProps) {
  const { balances, owner, payoutAddress } = treasury;
  const [currency, setCurrency] = useState(balances[0]?.currency ?? "USDC");
  const [typed, setTyped] = useState("");
  const [to, setTo] = useState(payoutAddress ?? owner ?? "");
  const balance = balances.find((one) => one.currency === currency);
  const amount = typedAmount(typed);
  const held = balance?.amount ?? null;
  const isTooMuch =
    kind === "withdraw" && amount !== null && held !== null && BigInt(amount) > BigInt(held);
  const submit = () => {
    if (amount !== null && balance) onChosen({ currency, token: balance.tokenAddress, amount, to });
  };
  return (
    <Form onSubmit={submit} className="grid gap-5">
      {balances.length > 1 && (
        <SelectField
          name="currency"
          label="Currency"
          value={currency}
          onChange={({ target }) =>
            setCurrency(balances.find((one) => one.currency === target.value)?.currency ?? currency)
          }
        >
          {balances.map((one) => (
            <option key={one.currency}>{one.currency}</option>
          ))}
        </SelectField>
      )}
      <AmountField
        name="amount"
        label="Amount"
        value={typed}
        currency={currency}
        example="25.00"
        onChange={setTyped}
        wrong={amount === "0" ? "Enter an amount above zero." : tooMuch(isTooMuch, held, currency)}
      />
      {kind === "withdraw" && (
        <SelectField
          name="to"
          label="To"
          hint="Your treasury sends it to one of your own wallets."
          value={to}
          onChange={({ target }) => setTo(target.value)}
        >
          {payoutAddress !== null && (
            <option value={payoutAddress}>Payout wallet {shortHex(payoutAddress)}</option>
          )}
          {owner !== null && owner !== payoutAddress && (
            <option value={owner}>Owner wallet {shortHex(owner)}</option>
          )}
        </SelectField>
      )}
      <Button type="submit" className="justify-self-end">
        Continue
      </Button>
    </Form>
  );
}

const tooMuch = (isTooMuch: boolean, held: string | null, currency: string) =>
  isTooMuch && `The treasury holds ${toDecimal(BigInt(held ?? 0))} ${currency}.`;
