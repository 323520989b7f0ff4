"use client";

import Link from "next/link";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { PaymentState } from "@/components/dashboard/payments/payment-state";
import { useActing } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { Money } from "@/components/ui/money/money";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { LocalTime } from "@/components/ui/time/local-time";
import type { listSessions } from "@/lib/contract/payments/payment-sessions";

const shown = { resource: "payment_session" };

const SHOWN = 5;

/** Payments that are not final yet; signed payments first. */
export function InFlight() {
  const { mode } = useActing();
  const route = { method: "GET", path: "/v1/payment-sessions" } as const;
  const flying = useAnswer<typeof listSessions>(
    route,
    { status: "pending", limit: "25" },
    { shown, everyMs: 5_000 },
  );
  const open = flying.data?.data ?? [];
  const signed = open.filter(({ payment }) => payment !== null);
  const others = open.filter(({ payment }) => payment === null);
  const payments = [...signed, ...others].slice(0, SHOWN);
  return (
    <Section
      title="Payments in flight"
      action={
        <Link
          href={hrefIn("/dashboard/payments", mode)}
          prefetch={false}
          className="-my-2.5 inline-flex min-h-11 items-center text-sm underline decoration-edge underline-offset-4"
        >
          All payments
        </Link>
      }
    >
      <QueryProblem problem={flying.error} onRetry={() => void flying.refetch()} />
      {!flying.data && !flying.error && <Skeleton label="Loading payments" />}
      {flying.data && payments.length === 0 && (
        <p className="text-muted text-sm">
          No payments in flight. Open payments appear here until they are paid and final.
        </p>
      )}
      <ul className="divide-y divide-line text-sm sm:grid sm:grid-cols-[minmax(0,1fr)_auto_auto_auto] sm:gap-x-6">
        {payments.map((payment) => (
          <li key={payment.id} className="sm:col-span-full sm:grid sm:grid-cols-subgrid">
            <Link
              href={hrefIn(`/dashboard/payments/${payment.id}`, mode)}
              prefetch={false}
              className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-2 sm:col-span-full sm:grid-cols-subgrid"
            >
              <span className="min-w-0 truncate">{payment.description || payment.id}</span>
              <span className="max-sm:order-last max-sm:justify-self-end">
                <PaymentState {...payment} />
              </span>
              <span className="text-muted text-xs max-sm:order-last max-sm:row-start-2">
                <LocalTime iso={payment.createdAt} shape="short" locale="en" />
              </span>
              <span className="text-right">
                <Money {...payment} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
