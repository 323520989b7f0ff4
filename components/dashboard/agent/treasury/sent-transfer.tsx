import { Money } from "@/components/ui/money/money";
import { Notice } from "@/components/ui/notice";
import type { Transfer, TransferKind, Treasury } from "./treasury";

/** A transfer that a wallet has sent and that no block is known to have. */
export interface Sent {
  readonly kind: TransferKind;
  readonly transfer: Transfer;
  /** The treasury before it. */
  readonly before: Pick<Treasury, "balances">;
}

interface Props {
  sent: Sent | null;
  treasury: Pick<Treasury, "balances">;
}

/** A transfer that is under way, until the balance of its token changes. */
export function SentTransfer({ sent, treasury }: Props) {
  return (
    <div role="status" className="empty:absolute">
      {sent && isPending(sent, treasury) && (
        <Notice tone="wait">
          {sent.kind === "deposit" ? "Deposit" : "Withdrawal"} of{" "}
          <Money amount={sent.transfer.amount} currency={sent.transfer.currency} /> sent. The
          balance changes once it is confirmed. Check your wallet’s activity before you send it
          again.
        </Notice>
      )}
    </div>
  );
}

/** A balance that could not be read says nothing. */
function isPending({ before, transfer }: Sent, treasury: Props["treasury"]): boolean {
  const balanceIn = ({ balances }: Props["treasury"]) =>
    balances.find(({ currency }) => currency === transfer.currency)?.amount ?? null;
  const now = balanceIn(treasury);
  return now === null || now === balanceIn(before);
}
