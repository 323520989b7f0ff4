import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { Onchain } from "@/components/dashboard/onchain/onchain";
import { Notice } from "@/components/ui/notice";
import { networkOfMode } from "@/lib/domain/merchants/network-of-mode";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "On-chain account" };

export default async function OnchainSettings({ searchParams }: { searchParams: SearchParams }) {
  const path = "/dashboard/settings/onchain";
  const { ctx, frame } = await openDashboard(path, searchParams);
  const { mode } = frame;
  const found = networkOfMode(ctx, mode);
  return (
    <BusinessPage
      title="On-chain account"
      text="Your registration with the payment contracts, and the wallet they pay."
    >
      {found ? (
        <Onchain
          key={`${frame.business?.id} ${mode}`}
          mode={mode}
          network={found.network}
          testChainId={found.localChainId}
        />
      ) : (
        <Notice>
          Live payments aren’t available here: no live contracts are configured. Ask the operator of
          this installation to add them.
        </Notice>
      )}
    </BusinessPage>
  );
}
