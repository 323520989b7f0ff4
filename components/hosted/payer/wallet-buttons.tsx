import { WalletMark } from "@/components/hosted/pay/wallet-mark";
import type { HomeWords } from "@/components/hosted/words/payer/payer-words";
import { Button } from "@/components/ui/button";
import type { FoundWallet } from "@/lib/client/wallet/provider";

interface Props {
  found: { wallets: readonly FoundWallet[]; settled: boolean };
  /** The name of the one that is open. */
  waitingFor: string | null;
  label(wallet: string): string;
  words: Pick<HomeWords, "noWallets" | "looking">;
  onChoose(wallet: FoundWallet): void;
}

/** The wallets of this browser, to do something with. */
export function WalletButtons({ found, waitingFor, label, words, onChoose }: Props) {
  const { wallets, settled } = found;
  return (
    <>
      {wallets.map((wallet) => (
        <Button
          key={wallet.id}
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
