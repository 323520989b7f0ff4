import { usePay } from "@/components/pay/pay-context";
import { QrPanel } from "@/components/pay/qr-panel";
import { ScreenFrame } from "@/components/pay/screen-frame";
import { useIsPhone } from "@/components/pay/use-is-phone";
import { CopyButton } from "@/components/ui/copy-button";
import { ArrowIcon } from "@/components/ui/icons";
import {
  desktopWalletLinks,
  mobileWalletLinks,
  type WalletLink,
} from "@/lib/client/wallet/mobile-wallets";
import { WhatHappensNext } from "./choose-wallet";

/** No wallet here: another device, or a wallet's own browser. */
export function NoWallet() {
  return useIsPhone() ? <OnPhone /> : <OnDesktop />;
}

function OnDesktop() {
  const { say } = usePay();
  return (
    <ScreenFrame title={say("noWalletTitle")} intro={say("noWalletIntro")}>
      <QrPanel />
      <section>
        <h3 className="mb-2.5 font-medium text-muted text-sm">{say("getWallet")}</h3>
        <WalletLinks links={desktopWalletLinks} />
      </section>
    </ScreenFrame>
  );
}

function OnPhone() {
  const { page, say } = usePay();
  return (
    <ScreenFrame title={say("openInWallet")} intro={say("openInWalletIntro")}>
      <WalletLinks links={mobileWalletLinks(page.pageUrl)} />
      <CopyButton text={page.pageUrl} label={say("copyLink")} copied={say("copied")} />
      <WhatHappensNext />
    </ScreenFrame>
  );
}

function WalletLinks({ links }: { links: readonly WalletLink[] }) {
  return (
    <ul className="grid gap-2.5">
      {links.map(({ name, href }) => (
        <li key={name}>
          <a
            href={href}
            rel="noopener noreferrer"
            className="flex min-h-12 items-center justify-between gap-3 rounded-xl border border-line bg-raised px-4 font-medium text-[0.9375rem] transition-colors hover:border-edge"
          >
            {name}
            <ArrowIcon className="size-4 text-muted" />
          </a>
        </li>
      ))}
    </ul>
  );
}
