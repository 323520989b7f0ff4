"use client";

import { useApi } from "@/components/dashboard/acting-context";
import { QueryProblem } from "@/components/data/query-problem";
import { useObjectAction } from "@/components/data/use-object-action";
import { CopyCurl } from "@/components/detail/copy-curl";
import { Money } from "@/components/money/money";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { voidInvoice } from "@/lib/contract/invoices";
import type { Invoice } from "./invoice-state";

const path = "/v1/invoices/{id}/void";

/** Asks before an invoice is voided, which cannot be taken back. */
export function VoidInvoice({ invoice, onClose }: { invoice: Invoice; onClose(): void }) {
  const { id, number, total, currency } = invoice;
  const api = useApi();
  const { mutate, isPending, error } = useObjectAction<Invoice>({
    path: "/v1/invoices/{id}",
    id,
    run: () => api<typeof voidInvoice>({ method: "POST", path }, { id }),
    expect: (before) => ({ ...before, status: "void" }),
    done: `${number} is void.`,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Void ${number}?`}
      action="Void invoice"
      open
      typed={number}
      busy={isPending}
      aside={<CopyCurl request={{ method: "POST", path, input: { id } }} />}
      onClose={onClose}
      onConfirm={() => mutate()}
    >
      <p>
        <Money amount={total} currency={currency} /> will not be asked for any more: the
        customer&rsquo;s page says so and takes no payment. The number stays taken. This cannot be
        undone.
      </p>
      <QueryProblem problem={error} />
    </ConfirmDialog>
  );
}
