import { HostedFooter } from "@/components/hosted/hosted-footer";
import type { SayHosted } from "@/components/hosted/words/hosted/hosted-words";
import type { SayPay } from "@/components/hosted/words/pay/pay-words";
import { desktopWalletLinks, mobileWalletLinks } from "@/lib/client/wallet/mobile-wallets";
import type { PayPage } from "@/lib/contract/payments/hosted-pay";
import { formatAmount } from "@/lib/core/amounts/format-amount";
import type { PayParts } from "./pay-context";
import { PaySummary } from "./pay-summary";
import { QrPanel } from "./qr-panel";
import { WalletLinks } from "./wallet-links";
import { WhatHappensNext } from "./what-happens-next";

/** What parts are worded with on the server. */
interface ServerSpeech {
  say: SayPay;
  hosted: SayHosted;
  locale: string;
}

/** Renders the parts. What is for paying alone is left out once there is nothing to pay. */
export function renderPayParts(page: PayPage, { say, hosted, locale }: ServerSpeech): PayParts {
  // One that is on its way may fail yet, and be paid again on this page.
  const payable = ["open", "failed", "submitted", "seen"].includes(page.status.status);
  const { chainId } = page.network;
  return {
    amount: formatAmount(page, locale),
    summary: <PaySummary page={page} say={say} hosted={hosted} locale={locale} />,
    footer: (
      <HostedFooter
        merchant={page.merchant}
        say={hosted}
        className="flex px-5 pb-10 sm:mx-auto sm:w-full sm:max-w-md sm:px-0 lg:hidden"
      />
    ),
    next: payable && <WhatHappensNext say={say} signatures={page.signatures} />,
    qr: payable && <QrPanel pageUrl={page.pageUrl} say={say} />,
    phoneWallets: payable && <WalletLinks links={mobileWalletLinks(page.pageUrl, chainId)} />,
    desktopWallets: payable && <WalletLinks links={desktopWalletLinks(chainId)} />,
  };
}
