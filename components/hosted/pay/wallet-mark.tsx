import { FlaskIcon, WalletIcon } from "@/components/ui/icons";
import type { WalletChoice } from "@/lib/client/wallet/provider";
import { testWallet } from "./test-wallet-choice";

/** A wallet's own icon, or a drawn one; never fetched from anywhere. */
export function WalletMark({ wallet, small = false }: { wallet: WalletChoice; small?: boolean }) {
  const size = small ? "size-8 rounded-lg" : "size-10 rounded-[0.7rem]";
  if (wallet.icon) {
    return (
      <svg viewBox="0 0 40 40" className={`${size} shrink-0`} aria-hidden="true" focusable="false">
        <image href={wallet.icon} width="40" height="40" preserveAspectRatio="xMidYMid slice" />
      </svg>
    );
  }
  const isTest = wallet.id === testWallet.id;
  const look = isTest ? "bg-test-soft text-test-ink" : "bg-panel text-muted border border-line";
  return (
    <span className={`grid shrink-0 place-items-center ${size} ${look}`} aria-hidden="true">
      {isTest ? <FlaskIcon /> : <WalletIcon />}
    </span>
  );
}
