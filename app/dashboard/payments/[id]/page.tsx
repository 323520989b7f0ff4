import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { NamedObjectsProvider } from "@/components/dashboard/detail/named-objects";
import { PaymentDetail } from "@/components/dashboard/payments/payment-detail";
import * as paymentSessions from "@/lib/contract/payments/payment-sessions";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import { readNamedObjects } from "@/lib/server/api/read-named-objects";
import { readOneObject } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Payment" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function PaymentPage({ params, searchParams }: Props) {
  const { id } = await params;
  const visit = await openDashboard(`/dashboard/payments/${id}`, searchParams);
  const first = await readOneObject(visit, paymentSessions.getSession, getSession, id);
  const named = await readNamedObjects(visit, first?.object);
  return (
    <BusinessPage width="data">
      <NamedObjectsProvider named={named}>
        <PaymentDetail key={id} id={id} first={first} />
      </NamedObjectsProvider>
    </BusinessPage>
  );
}
