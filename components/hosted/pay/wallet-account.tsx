import { Amount } from "@/components/ui/money/amount";
import { shortHex } from "@/components/ui/short-hex";
import type { ConnectedState } from "./pay-state";
import { useWalletPay } from "./use-wallet-pay";
import { WalletMark } from "./wallet-mark";

/** The connected wallet, its account and balance, and the way to another one. */
export function WalletAccount({ step, locked }: { step: ConnectedState; locked: boolean }) {
  const { page, controller, say, locale } = useWalletPay();
  const { wallet, account, check } = step;
  return (
    <div className="flex items-center gap-3 rounded-2xl border border-line bg-raised p-3">
      <WalletMark wallet={wallet} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-body">{wallet.name}</p>
        <p className="flex flex-wrap gap-x-2 text-muted text-sm">
          <span translate="no" className="font-mono text-note leading-5" title={account}>
            {shortHex(account)}
          </span>
          {check && (
            <span className="whitespace-nowrap">
              {say("balance")}{" "}
              <Amount
                amount={check.balance}
                currency={page.currency}
                decimals={page.decimals}
                locale={locale}
              />
            </span>
          )}
        </p>
      </div>
      {!locked && (
        <button
          type="button"
          onClick={() => controller.leave()}
          className="min-h-11 shrink-0 whitespace-nowrap rounded-lg px-2 font-medium text-accent text-sm hover:underline sm:min-h-9"
        >
          {say("change")}
        </button>
      )}
    </div>
  );
}
