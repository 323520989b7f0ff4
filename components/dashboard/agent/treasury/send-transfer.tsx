"use client";

import { ShownAddress } from "@/components/dashboard/onchain/shown-address";
import { AskWallet } from "@/components/dashboard/wallet-step/ask-wallet";
import { Button } from "@/components/ui/button";
import { Fact, Facts, LongFact } from "@/components/ui/facts";
import { Money } from "@/components/ui/money/money";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import { transferData, withdrawData } from "@/lib/core/agents/money-calls";
import { lowerHex } from "@/lib/core/chain/hex";
import { moveMoney } from "./move-money";
import type { Transfer, TransferKind, TreasuryAccount } from "./treasury";

interface Props {
  kind: TransferKind;
  treasury: TreasuryAccount;
  network: PayNetwork;
  transfer: Transfer;
  /** A block has it. */
  onMined(): void;
  /** The wallet has sent it, and shows no block that has it. */
  onUnseen(): void;
  onBack(): void;
}

/** Has a wallet move money into the treasury, or the owner's wallet have the treasury send it. */
export function SendTransfer({ kind, treasury, network, transfer, onBack, ...events }: Props) {
  const { amount, currency, token } = transfer;
  const isDeposit = kind === "deposit";
  const place = lowerHex(treasury.treasuryAddress ?? "0x");
  const owner = treasury.owner ?? "";
  const to = isDeposit ? (treasury.treasuryAddress ?? "") : transfer.to;
  const call = isDeposit
    ? { to: token, data: transferData(place, BigInt(amount)) }
    : { to: place, data: withdrawData(lowerHex(token), lowerHex(to), BigInt(amount)) };
  return (
    <div className="grid gap-4">
      <Facts>
        <Fact name="Amount">
          <Money amount={amount} currency={currency} />
        </Fact>
        <Fact name="Network">{network.label}</Fact>
        <LongFact name="To">
          <ShownAddress address={to} />
        </LongFact>
        <LongFact name="Sent by">
          {isDeposit ? "Any wallet that holds the token" : <ShownAddress address={owner} />}
        </LongFact>
      </Facts>
      <AskWallet
        account={owner}
        network={network}
        verb={isDeposit ? "Deposit" : "Withdraw"}
        work={async (wallet, tell) => {
          const from = isDeposit ? (await wallet.connect()).account : owner;
          const sent = { ...call, from, chainId: network.chainId };
          await moveMoney(wallet, sent, { network, tell, ...events });
        }}
      />
      <Button look="secondary" onClick={onBack} className="justify-self-start">
        Back
      </Button>
    </div>
  );
}
