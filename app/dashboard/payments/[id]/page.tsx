import type { Metadata } from "next";
import { DashboardShell } from "@/components/dashboard/dashboard-shell";
import { PaymentDetail } from "@/components/payments/payment-detail";
import * as paymentSessions from "@/lib/contract/payment-sessions";
import { getSession } from "@/lib/domain/payment-sessions/get-session";
import { readOneObject } from "@/lib/server/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/dashboard-page";

export const metadata: Metadata = { title: "Payment" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function PaymentPage({ params, searchParams }: Props) {
  const { id } = await params;
  const visit = await openDashboard(`/dashboard/payments/${id}`, searchParams);
  const first = await readOneObject(visit, paymentSessions.getSession, getSession, id);
  return (
    <DashboardShell frame={visit.frame} width="data">
      <PaymentDetail key={id} id={id} first={first} />
    </DashboardShell>
  );
}
