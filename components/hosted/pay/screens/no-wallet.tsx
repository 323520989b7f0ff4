import { usePay } from "@/components/hosted/pay/pay-context";
import { ScreenFrame } from "@/components/hosted/pay/screen-frame";
import { useIsPhone } from "@/components/hosted/pay/use-is-phone";
import { CopyButton } from "@/components/ui/copy-button";
import { Chains, MoreWallets } from "./choose-wallet";

/** No wallet here: another device, or a wallet's own browser. */
export function NoWallet() {
  return useIsPhone() ? <OnPhone /> : <OnDesktop />;
}

function OnDesktop() {
  const { say, parts } = usePay();
  return (
    <ScreenFrame title={say("noWalletTitle")} intro={say("noWalletIntro")}>
      <Chains />
      {parts.qr}
      <MoreWallets />
      <section>
        <h3 className="mb-2.5 font-medium text-muted text-sm">{say("getWallet")}</h3>
        {parts.desktopWallets}
      </section>
    </ScreenFrame>
  );
}

function OnPhone() {
  const { page, say, parts } = usePay();
  return (
    <ScreenFrame title={say("openInWallet")} intro={say("openInWalletIntro")}>
      <Chains />
      {parts.phoneWallets}
      <MoreWallets />
      <CopyButton text={page.pageUrl} label={say("copyLink")} copied={say("copied")} />
      {parts.next}
    </ScreenFrame>
  );
}
