"use client";

import Link from "next/link";
import { useActing } from "@/components/dashboard/acting-context";
import { hrefIn } from "@/components/dashboard/dashboard-frame";
import { QueryProblem } from "@/components/data/query-problem";
import { useAnswer } from "@/components/data/use-answer";
import { Money } from "@/components/money/money";
import { PaymentState } from "@/components/payments/payment-state";
import { LocalTime } from "@/components/time/local-time";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import type { listSessions } from "@/lib/contract/payment-sessions";

const shown = { resource: "payment_session" };

/** Payments that are under way, and the latest others. */
export function InFlight() {
  const { mode } = useActing();
  const route = { method: "GET", path: "/v1/payment-sessions" } as const;
  const flying = useAnswer<typeof listSessions>(
    route,
    { status: "pending", limit: "5" },
    { shown, everyMs: 5_000 },
  );
  const payments = flying.data?.data ?? [];
  return (
    <Section
      title="Payments in flight"
      action={
        <Link
          href={hrefIn("/dashboard/payments", mode)}
          prefetch={false}
          className="inline-flex min-h-11 items-center text-sm underline decoration-edge underline-offset-4 sm:min-h-6"
        >
          All payments
        </Link>
      }
    >
      <QueryProblem problem={flying.error} onRetry={() => void flying.refetch()} />
      {!flying.data && !flying.error && <Skeleton label="The payments are being read" />}
      {flying.data && payments.length === 0 && (
        <p className="text-muted text-sm">
          None. Whatever a customer has signed appears here until it is final.
        </p>
      )}
      <ul className="divide-y divide-line text-sm">
        {payments.map((payment) => (
          <li key={payment.id}>
            <Link
              href={hrefIn(`/dashboard/payments/${payment.id}`, mode)}
              prefetch={false}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
            >
              <span className="min-w-0 truncate">{payment.description || payment.id}</span>
              <span className="flex items-center gap-4">
                <PaymentState {...payment} />
                <span className="text-muted text-xs">
                  <LocalTime iso={payment.createdAt} shape="short" locale="en" />
                </span>
                <Money {...payment} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
