import type { Metadata } from "next";
import { Onchain } from "@/components/dashboard/onchain/onchain";
import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import { Notice } from "@/components/ui/notice";
import { networkOfMode } from "@/lib/domain/merchants/network-of-mode";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "On the chain" };

export default async function OnchainSettings({ searchParams }: { searchParams: SearchParams }) {
  const path = "/dashboard/settings/onchain";
  const { ctx, frame } = await openDashboard(path, searchParams);
  const { mode } = frame;
  const found = networkOfMode(ctx, mode);
  return (
    <DashboardPage
      title="On the chain"
      text="How the contracts know your business, and which of your wallets they pay."
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
          Live payments cannot be settled here: no contracts of live mode are configured. The
          operator of this installation can add them.
        </Notice>
      )}
    </DashboardPage>
  );
}
