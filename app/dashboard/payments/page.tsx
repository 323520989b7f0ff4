import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { NewPayment } from "@/components/dashboard/payments/new-payment";
import { PaymentsList } from "@/components/dashboard/payments/payments-list";
import * as paymentSessions from "@/lib/contract/payments/payment-sessions";
import { listSessions } from "@/lib/domain/payments/sessions/list-sessions";
import { readFirstPage } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Payments" };

export default async function PaymentsPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openDashboard("/dashboard/payments", searchParams);
  const first = await readFirstPage(visit, paymentSessions.listSessions, listSessions);
  return (
    <BusinessPage title="Payments" width="data" action={<NewPayment />}>
      <PaymentsList first={first} />
    </BusinessPage>
  );
}
