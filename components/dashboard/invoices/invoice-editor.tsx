"use client";

import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { problemOf } from "@/components/account/problem-of";
import { TaskProblem } from "@/components/account/task-problem";
import { useLeavingTask } from "@/components/account/use-leaving-task";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useActing, useApi, useWhyNoCreating } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { Money } from "@/components/ui/money/money";
import { Notice } from "@/components/ui/notice";
import { Offered } from "@/components/ui/offered";
import { Section } from "@/components/ui/section";
import { showToast } from "@/components/ui/toast";
import { typedAmount } from "@/lib/client/typed-amount";
import type { createInvoice, sendInvoice } from "@/lib/contract/invoices/invoices";
import { type Currency, digits } from "@/lib/core/amounts/money";
import { CustomerFields } from "./customer-fields";
import {
  daysOf,
  type InvoiceDraft,
  inputOf,
  newDraft,
  newLine,
  quantityOf,
  sumsOf,
  taxRateOf,
  totalOf,
} from "./invoice-draft";
import { InvoicePaper } from "./invoice-paper";
import { LineFields } from "./line-fields";
import { TermFields } from "./term-fields";

/** What the customer will read, as it is typed. */
function DraftPaper(props: { draft: InvoiceDraft; businessName: string }) {
  const { draft, businessName } = props;
  const sums = sumsOf(draft);
  const days = daysOf(draft);
  const money = (amount: bigint | undefined) => digits(amount ?? 0n);
  return (
    <InvoicePaper
      from={draft.seller.legalName.trim() || businessName}
      to={draft.buyer.legalName.trim() || draft.customerName.trim() || draft.customerEmail || null}
      number={null}
      due={days === null ? "—" : days === 1 ? "In a day" : `In ${days} days`}
      currency={draft.currency}
      lines={draft.lines.map((line, at) => ({
        description: line.description || "…",
        quantity: quantityOf(line) ?? 0,
        unit: null,
        unitAmount: typedAmount(line.price) ?? "0",
        amount: money(sums?.amounts[at]),
        taxRate: line.taxCategory ? taxRateOf(line) : null,
      }))}
      taxes={(sums?.taxes ?? []).map(({ category, rateBps, taxable, tax }) => ({
        category,
        rate: rateBps,
        taxableAmount: digits(taxable),
        taxAmount: digits(tax),
      }))}
      subtotal={money(sums?.subtotal)}
      total={money(sums?.total)}
      note={draft.note.trim() || null}
    />
  );
}

interface Props {
  businessName: string;
  currency: Currency;
}

/** Writes an invoice beside what its customer will read, and mails it where that is wanted. */
export function InvoiceEditor({ businessName, currency }: Props) {
  const api = useApi();
  const { mode } = useActing();
  const why = useWhyNoCreating();
  const { busy, problem, run, leaveFor } = useLeavingTask();
  const [draft, setDraft] = useState<InvoiceDraft>(() => newDraft(currency));
  const set = (change: Partial<InvoiceDraft>) => setDraft((before) => ({ ...before, ...change }));
  const input = inputOf(draft);
  const [isSending, setSending] = useState(false);
  const save = () =>
    run(async () => {
      if (!input) return;
      const path = "/v1/invoices";
      const { id } = await api<typeof createInvoice>({ method: "POST", path }, input);
      // The invoice exists now, even if the email fails.
      const address = hrefIn(`/dashboard/invoices/${id}`, mode);
      if (isSending) {
        const route = { method: "POST", path: "/v1/invoices/{id}/send" } as const;
        await api<typeof sendInvoice>(route, { id }).catch((error: unknown) => {
          const { text, requestId = "" } = problemOf(error);
          showToast(`The draft was saved, but not sent: ${text} ${requestId}`);
        });
      }
      leaveFor(address);
    });
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Form onSubmit={() => void save()} className="grid min-w-0 gap-5">
        {why && <Notice tone="bad">{why}</Notice>}
        <TaskProblem problem={problem} />
        <CustomerFields {...{ draft, problem, isSending }} onChange={set} />
        <DraftLines draft={draft} onChange={set} problemAt={problem?.param} text={problem?.text} />
        <TermFields draft={draft} problem={problem} onChange={set} />
        <div className="flex flex-wrap items-center gap-3">
          <p className="mr-auto font-semibold tabular-nums max-sm:basis-full">
            Total <Money amount={totalOf(draft)} currency={draft.currency} />
          </p>
          {input && <CopyCurl request={{ method: "POST", path: "/v1/invoices", input }} />}
          {why === null && <SaveButtons busy={busy} onChosen={setSending} />}
        </div>
      </Form>
      <div className="min-w-0 lg:sticky lg:top-20">
        <h2 className="sr-only">Preview</h2>
        <DraftPaper draft={draft} businessName={businessName} />
      </div>
    </div>
  );
}

/** Both send the form; which of them it was decides whether an address is needed. */
function SaveButtons(props: { busy: boolean; onChosen(isSending: boolean): void }) {
  const { busy, onChosen } = props;
  // At once: the click sends the form.
  const choose = (isSending: boolean) => () => flushSync(() => onChosen(isSending));
  return (
    <>
      <Button type="submit" look="secondary" blocked={busy} onClick={choose(false)}>
        Save draft
      </Button>
      <Button type="submit" busy={busy} onClick={choose(true)}>
        Save and send
      </Button>
    </>
  );
}

interface LinesProps {
  draft: InvoiceDraft;
  /** The field that the API refuses. */
  problemAt: string | undefined;
  text: string | undefined;
  onChange(change: Partial<InvoiceDraft>): void;
}

/** As many as an invoice may have. */
const MOST_LINES = 100;

/** Where a line comes or goes, the focus goes to the last one: on a phone or by keyboard it would be elsewhere. */
function useFocusOnLast(count: number) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count === before.current) return;
    before.current = count;
    list.current?.querySelector<HTMLElement>("fieldset:last-of-type textarea")?.focus();
  }, [count]);
  return list;
}

function DraftLines({ draft, problemAt, text, onChange }: LinesProps) {
  const { lines } = draft;
  const list = useFocusOnLast(lines.length);
  const add = () => {
    const key = Math.max(...lines.map((line) => line.key)) + 1;
    onChange({ lines: [...lines, newLine(key)] });
  };
  return (
    <Section title="Line items">
      <div ref={list} className="grid gap-3">
        {lines.map((line, at) => (
          <LineFields
            key={line.key}
            line={line}
            number={at + 1}
            currency={draft.currency}
            error={problemAt?.startsWith(`lineItems[${at}]`) ? text : undefined}
            onChange={(change) =>
              onChange({
                lines: lines.map((one) => (one.key === line.key ? { ...one, ...change } : one)),
              })
            }
            onRemove={
              lines.length > 1
                ? () => onChange({ lines: lines.filter(({ key }) => key !== line.key) })
                : null
            }
          />
        ))}
        <div>
          <Offered why={lines.length < MOST_LINES ? null : "An invoice has at most 100 lines."}>
            <Button look="secondary" data-adds-row onClick={add}>
              Add line
            </Button>
          </Offered>
        </div>
      </div>
    </Section>
  );
}
