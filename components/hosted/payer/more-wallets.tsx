import { PairingCode, PairingLinks } from "@/components/hosted/pay/more/pairing";
import { useIsPhone } from "@/components/hosted/pay/use-is-phone";
import { chooseLanguage } from "@/components/hosted/words/choose-language";
import { type WalletEnglish, walletWords } from "@/components/hosted/words/wallet/wallet-words";
import { Button } from "@/components/ui/button";
import type { OfferedWallet, OnPairing } from "@/lib/client/wallet/remote-wallets";
import { remoteWallets as offerRemote } from "@/lib/client/wallet/remote-wallets";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import { sayIn } from "@/lib/core/text/say";
import type { WalletConnectors } from "@/lib/core/wallets/wallet-connectors";

/** The wallets outside the browser that the settings have. */
export const remoteWallets = (
  connectors: WalletConnectors | null,
  networks: readonly [PayNetwork, ...PayNetwork[]],
  onPairing: OnPairing,
): OfferedWallet[] => offerRemote(connectors, networks, onPairing);

/** How a wallet on a phone is paired, in the place of the list of wallets. */
export function PayerPairing({ uri, onCancel }: { uri: string; onCancel(): void }) {
  const isPhone = useIsPhone();
  const say = sayIn<WalletEnglish>(
    walletWords[chooseLanguage(null, document.documentElement.lang).language],
  );
  const Ways = isPhone ? PairingLinks : PairingCode;
  return (
    <section className="grid gap-3">
      <h2 ref={takeFocus} tabIndex={-1} className="font-semibold text-lg tracking-tight">
        {say(isPhone ? "openTitle" : "scanTitle")}
      </h2>
      <p className="text-pretty text-muted text-sm">{say(isPhone ? "openIntro" : "scanIntro")}</p>
      <Ways uri={uri} say={say} />
      <Button look="secondary" wide onClick={onCancel}>
        {say("scanCancel")}
      </Button>
    </section>
  );
}

/** What the payer chose is gone. */
const takeFocus = (element: HTMLElement | null) => element?.focus();
