"use client";

import Link from "next/link";
import { useState } from "react";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useFreshList } from "@/components/dashboard/data/use-fresh-list";
import { type FirstPage, useList } from "@/components/dashboard/data/use-list";
import { useActing } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { Button } from "@/components/ui/button";
import { Money } from "@/components/ui/money/money";
import { Section } from "@/components/ui/section";
import { shortHex } from "@/components/ui/short-hex";
import { LocalTime } from "@/components/ui/time/local-time";
import { DecideHoldDialog, type Hold, type HoldAction } from "./decide-hold-dialog";
import { sourceWords } from "./screening-words";

const path = "/v1/compliance/holds";
/** What no event tells of: a list that answers again, or the operator's refusal. */
const LOOK_MS = 10_000;

/** The payments that screening holds and that are not decided; renders nothing when there are none. */
export function Holds({ first }: { first: FirstPage<Hold> | null }) {
  const found = useList<Hold>({
    path,
    shown: {
      resource: "compliance_hold",
      watches: ["compliance_log", "refund", "payment_session", "subscription"],
    },
    query: { open: "true" },
    first,
  });
  useFreshList(path, LOOK_MS);
  const holds = found.data?.pages.flatMap(({ data }) => data) ?? [];
  const problem = <QueryProblem problem={found.error} onRetry={() => void found.refetch()} />;
  if (holds.length === 0) return problem;
  return (
    <Section
      title="Payments on hold"
      text="The money is in your wallet, but the payment is not confirmed. Do not deliver before it is decided."
    >
      <div className="mb-4 empty:hidden">{problem}</div>
      <ul className="divide-y divide-line border-line border-y">
        {holds.map((hold) => (
          <HoldLine key={hold.id} hold={hold} />
        ))}
      </ul>
      {found.hasNextPage && (
        <div className="mt-4">
          <Button
            look="secondary"
            busy={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            Load more
          </Button>
        </div>
      )}
    </Section>
  );
}

function HoldLine({ hold }: { hold: Hold }) {
  const { mode } = useActing();
  const [asked, setAsked] = useState<HoldAction | null>(null);
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
      <div className="grid min-w-0 flex-1 basis-72 gap-1 text-sm">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <Link
            href={hrefIn(`/dashboard/transactions/${hold.id}`, mode)}
            prefetch={false}
            className="font-medium underline-offset-4 hover:underline"
          >
            <Money amount={hold.amount} currency={hold.currency} />
          </Link>
          <span className="text-muted">
            from{" "}
            <code translate="no" className="font-mono text-xs">
              {shortHex(hold.payer)}
            </code>
            , <LocalTime iso={hold.createdAt} shape="short" locale="en" />
          </span>
        </span>
        <span className="text-pretty text-muted">{nextStep(hold)}</span>
      </div>
      {hold.releasedBy === "merchant" && (
        <Button look="secondary" onClick={() => setAsked("release")}>
          Release
        </Button>
      )}
      <Button look="secondary" onClick={() => setAsked("refund")}>
        Refund
      </Button>
      {asked && <DecideHoldDialog action={asked} hold={hold} onClose={() => setAsked(null)} />}
    </li>
  );
}

/** Why it is held, and what happens next. */
function nextStep({ status, result, matches, releasedBy }: Hold): string {
  if (status === "refused") return "The operator does not release it. Refund it to close it.";
  if (result === "unavailable" || result === null) {
    return "Screening did not answer. It is asked again, and the payment goes on once the wallet is clear.";
  }
  const named = `Screening found the wallet: ${sourceWords(matches)}.`;
  return releasedBy === "merchant"
    ? `${named} Release it, or refund it.`
    : `${named} The operator decides whether it is released; you can refund it now.`;
}
