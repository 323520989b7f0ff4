import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { NamedObjectsProvider } from "@/components/dashboard/detail/named-objects";
import { RefundDetail } from "@/components/dashboard/refunds/refund-detail";
import * as refunds from "@/lib/contract/refunds/refunds";
import { getRefund } from "@/lib/domain/refunds/get-refund";
import { refundNetwork } from "@/lib/domain/refunds/refund-network";
import { readNamedObjects } from "@/lib/server/api/read-named-objects";
import { readOneObject } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";
import { askLocalChain, checkSender, mintMissing } from "./actions";

export const metadata: Metadata = { title: "Refund" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function RefundPage({ params, searchParams }: Props) {
  const { id } = await params;
  const visit = await openDashboard(`/dashboard/refunds/${id}`, searchParams);
  const first = await readOneObject(visit, refunds.getRefund, getRefund, id);
  const sending = first && {
    ...refundNetwork(visit.ctx, first.object),
    relayMinimum: String(visit.ctx.config.RELAY_MIN_AMOUNT),
    ...{ checkSender, mintMissing, askLocalChain },
  };
  const named = await readNamedObjects(visit, first?.object);
  return (
    <BusinessPage width="data">
      <NamedObjectsProvider named={named}>
        <RefundDetail key={id} id={id} first={first} sending={sending} />
      </NamedObjectsProvider>
    </BusinessPage>
  );
}
