import { Spinner } from "@/components/ui/spinner";
import type { ChainBalance } from "@/lib/contract/payments/hosted-pay";
import { formatAmount } from "@/lib/core/amounts/format-amount";
import { isShort } from "./first-offer";
import { useWalletPay } from "./use-wallet-pay";

interface Props {
  picked: number;
  /** The session cannot leave this chain any more. */
  settled?: boolean;
  /** The choice is being carried out. */
  busy?: boolean;
  /** Null while they are being read; absent where no wallet is connected. */
  balances?: readonly ChainBalance[] | null;
  onPick(chainId: number): void;
}

/** The chains that the payer can choose from. */
export function ChainChoice({ picked, settled = false, busy = false, balances, onPick }: Props) {
  const { page, say } = useWalletPay();
  const isOff = (chainId: number) => busy || (settled && chainId !== page.network.chainId);
  const pick = (chainId: number) => {
    if (!isOff(chainId)) onPick(chainId);
  };
  return (
    <fieldset className="grid gap-2 noscript:hidden">
      <legend className="mb-2 font-medium text-muted text-sm">{say("payOn")}</legend>
      {page.chains.map(({ chainId, label }) => (
        <label
          key={chainId}
          className="flex min-h-12 cursor-pointer items-center gap-3 rounded-xl border border-line bg-raised px-3.5 py-2 has-checked:border-ink has-aria-disabled:cursor-default has-focus-visible:outline-2 has-aria-disabled:opacity-60"
        >
          <input
            type="radio"
            name="chain"
            value={chainId}
            checked={chainId === picked}
            aria-disabled={isOff(chainId) || undefined}
            onChange={() => pick(chainId)}
            className="size-4 shrink-0 accent-ink"
          />
          <span className="wrap-anywhere min-w-0 flex-1 font-medium">{label}</span>
          {balances !== undefined && <Balance balances={balances} chainId={chainId} />}
        </label>
      ))}
    </fieldset>
  );
}

function Balance({ balances, chainId }: Pick<Required<Props>, "balances"> & { chainId: number }) {
  const { page, say, locale } = useWalletPay();
  if (balances === null) {
    return (
      <span className="flex items-center gap-2 text-muted text-sm">
        <Spinner className="size-4" />
        <span className="sr-only">{say("balanceLoading")}</span>
      </span>
    );
  }
  const balance = balances.find((known) => known.chainId === chainId)?.balance ?? null;
  if (balance === null) return <span className="text-muted text-sm">{say("balanceUnknown")}</span>;
  return (
    <span className="text-right text-muted text-sm">
      <span translate="no" className="block tabular-nums">
        {formatAmount({ ...page, amount: balance }, locale)}
      </span>
      {isShort(balance, page.amount) && <span className="block text-xs">{say("notEnough")}</span>}
    </span>
  );
}
