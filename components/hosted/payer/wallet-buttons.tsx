import { WalletMark } from "@/components/hosted/pay/wallet-mark";
import type { HomeWords } from "@/components/hosted/words/payer/payer-words";
import { Button } from "@/components/ui/button";
import type { FoundWallet } from "@/lib/client/wallet/provider";

interface Props {
  found: { wallets: readonly FoundWallet[]; settled: boolean };
  /** The one that takes the focus when it appears: what was chosen before it is gone. */
  focused?: string | null;
  /** The name of the one that is open. */
  waitingFor: string | null;
  label(wallet: string): string;
  words: Pick<HomeWords, "noWallets" | "looking">;
  onChoose(wallet: FoundWallet): void;
}

const takeFocus = (element: HTMLElement | null) => element?.focus();

/** Wallets, to do something with. */
export function WalletButtons({ found, focused, waitingFor, label, words, onChoose }: Props) {
  const { wallets, settled } = found;
  return (
    <>
      {wallets.map((wallet) => (
        <Button
          key={wallet.id}
          ref={wallet.id === focused ? takeFocus : undefined}
          look="secondary"
          wide
          busy={waitingFor === wallet.name}
          blocked={waitingFor !== null}
          onClick={() => onChoose(wallet)}
        >
          <WalletMark wallet={wallet} small />
          {label(wallet.name)}
        </Button>
      ))}
      {wallets.length === 0 && (
        <p className="text-muted text-sm">{settled ? words.noWallets : words.looking}</p>
      )}
    </>
  );
}
