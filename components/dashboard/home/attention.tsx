"use client";

import Link from "next/link";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { useActing } from "@/components/dashboard/shell/acting-context";
import { AlertIcon, ChevronIcon } from "@/components/ui/icons";
import { Section } from "@/components/ui/section";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getAttention } from "@/lib/contract/insight/merchant-home";

type Item = ReceivedOutput<typeof getAttention>["data"][number];

const LOOK_MS = 10_000;

/** What is said of so many, and where it is seen to. */
const kinds: Record<Item["kind"], { one: string; many: string; path(item: Item): string }> = {
  endpoints_failing: {
    one: "A webhook endpoint is failing or was disabled",
    many: "webhook endpoints are failing or were disabled",
    path: ({ count, firstId }) =>
      count === 1
        ? `/dashboard/developers/webhooks/${firstId}?`
        : "/dashboard/developers/webhooks?",
  },
  payments_held: {
    one: "A payment is held by screening",
    many: "payments are held by screening",
    path: () => "/dashboard/compliance?",
  },
  renewals_at_risk: {
    one: "A renewal is at risk: its charge failed",
    many: "renewals are at risk: their charges failed",
    path: () => "/dashboard/subscriptions?status=past_due&",
  },
  invoices_overdue: {
    one: "An invoice is overdue",
    many: "invoices are overdue",
    path: () => "/dashboard/invoices?status=overdue&",
  },
};

const said = ({ kind, count }: Item) =>
  count === 1 ? kinds[kind].one : `${count >= 100 ? "100 or more" : count} ${kinds[kind].many}`;

/** Open issues of the merchant; renders nothing when there are none. */
export function Attention() {
  const { mode } = useActing();
  const { data, error, refetch } = useAnswer<typeof getAttention>(
    { method: "GET", path: "/v1/merchants/me/attention" },
    {},
    { everyMs: LOOK_MS },
  );
  const problem = <QueryProblem problem={error} onRetry={() => void refetch()} />;
  if (!data || data.data.length === 0) return problem;
  return (
    <Section title="Needs your attention">
      <div className="mb-4 empty:hidden">{problem}</div>
      <ul className="-my-2 divide-y divide-line text-sm">
        {data.data.map((item) => (
          <li key={item.kind}>
            <Link
              href={`${kinds[item.kind].path(item)}mode=${mode}`}
              prefetch={false}
              className="flex min-h-11 items-center gap-3 py-2 hover:underline"
            >
              <AlertIcon className="size-4 shrink-0 text-bad" />
              {said(item)}
              <ChevronIcon className="ml-auto size-4 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
