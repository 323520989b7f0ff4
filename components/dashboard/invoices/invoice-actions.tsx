"use client";

import { type ReactNode, useState } from "react";
import { TaskProblem } from "@/components/account/task-problem";
import { useLeavingTask } from "@/components/account/use-leaving-task";
import { useTask } from "@/components/account/use-task";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useObjectAction } from "@/components/dashboard/data/use-object-action";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useActing, useApi, useWhyNoCreating } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Money } from "@/components/ui/money/money";
import { Offered } from "@/components/ui/offered";
import { showToast } from "@/components/ui/toast";
import { saveFile } from "@/lib/client/save-file";
import type {
  duplicateInvoice,
  getInvoiceDocument,
  sendInvoice,
  voidInvoice,
} from "@/lib/contract/invoices/invoices";
import type { Invoice } from "./invoice-state";

const path = "/v1/invoices/{id}/void";

/** Asks before an invoice is voided, which cannot be taken back. */
function VoidInvoice({ invoice, onClose }: { invoice: Invoice; onClose(): void }) {
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
        <Money amount={total} currency={currency} /> will no longer be payable: the customer&rsquo;s
        page will say the invoice is void. The invoice number stays in use. This can’t be undone.
      </p>
      <QueryProblem problem={error} />
    </ConfirmDialog>
  );
}

/** What can be done with an invoice in its state. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const { status } = invoice;
  const isOpen = status === "draft" || status === "sent" || status === "overdue";
  const [voiding, setVoiding] = useState(false);
  return (
    <>
      {isOpen && <SendButton invoice={invoice} />}
      <DownloadButton invoice={invoice} />
      <DuplicateButton id={invoice.id} />
      {isOpen && (
        <Button look="secondary" onClick={() => setVoiding(true)}>
          Void
        </Button>
      )}
      {voiding && <VoidInvoice invoice={invoice} onClose={() => setVoiding(false)} />}
    </>
  );
}

/** A limit of emails to strangers; what test mode keeps is as good as sent. */
const isHeldBack = (mail: Invoice["lastEmail"]) =>
  mail?.status === "withheld" && mail.error !== "test_mode";

function SendButton({ invoice }: { invoice: Invoice }) {
  const { id, status, customerEmail } = invoice;
  const api = useApi();
  const noCreating = useWhyNoCreating();
  const why = customerEmail
    ? noCreating
    : "This invoice has no customer email, so it can’t be sent. Create a new invoice with the customer’s email.";
  const isDraft = status === "draft";
  const { mutate, isPending, error } = useObjectAction<Invoice>({
    path: "/v1/invoices/{id}",
    id,
    run: () => api<typeof sendInvoice>({ method: "POST", path: "/v1/invoices/{id}/send" }, { id }),
    done: ({ lastEmail }) => {
      if (isHeldBack(lastEmail)) return "No email was sent: today’s limit is reached.";
      return isDraft ? "Invoice sent." : "Reminder sent.";
    },
  });
  return (
    <>
      <Offered why={why}>
        <Button busy={isPending} onClick={() => mutate()}>
          {isDraft ? "Send" : "Send a reminder"}
        </Button>
      </Offered>
      <CopyCurl request={{ method: "POST", path: "/v1/invoices/{id}/send", input: { id } }} />
      {error && (
        <Below>
          <QueryProblem problem={error} />
        </Below>
      )}
    </>
  );
}

function DownloadButton({ invoice: { id, number } }: { invoice: Invoice }) {
  const api = useApi();
  const { busy, problem, run } = useTask();
  const download = () =>
    run(async () => {
      const path = "/v1/invoices/{id}/document";
      const route = { method: "GET", path, isFile: true } as const;
      const file: unknown = await api<typeof getInvoiceDocument>(route, { id });
      if (!(file instanceof Uint8Array)) throw new Error("A file is bytes");
      saveFile(`${number}.pdf`, new Blob([new Uint8Array(file)], { type: "application/pdf" }));
    });
  return (
    <>
      <Button look="secondary" busy={busy} onClick={() => void download()}>
        PDF
      </Button>
      {problem && (
        <Below>
          <TaskProblem problem={problem} />
        </Below>
      )}
    </>
  );
}

function DuplicateButton({ id }: { id: string }) {
  const api = useApi();
  const { mode } = useActing();
  const why = useWhyNoCreating();
  const { busy, problem, run, leaveFor } = useLeavingTask();
  const duplicate = () =>
    run(async () => {
      const route = { method: "POST", path: "/v1/invoices/{id}/duplicate" } as const;
      const made = await api<typeof duplicateInvoice>(route, { id });
      showToast(`${made.number} is a draft with the same content.`);
      leaveFor(hrefIn(`/dashboard/invoices/${made.id}`, mode));
    });
  return (
    <>
      <Offered why={why}>
        <Button look="secondary" busy={busy} onClick={() => void duplicate()}>
          Duplicate
        </Button>
      </Offered>
      {problem && (
        <Below>
          <TaskProblem problem={problem} />
        </Below>
      )}
    </>
  );
}

/** What went wrong stands below all of the buttons. */
const Below = ({ children }: { children: ReactNode }) => (
  <div className="order-last basis-full">{children}</div>
);
