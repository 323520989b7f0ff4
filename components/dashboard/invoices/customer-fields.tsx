import type { Problem } from "@/components/account/problem-of";
import { problemAt } from "@/components/account/task-problem";
import { CurrencyField } from "@/components/ui/money/currency-field";
import { Section } from "@/components/ui/section";
import { TextField } from "@/components/ui/text-field";
import type { InvoiceDraft } from "./invoice-draft";
import { PartyFields } from "./party-fields";

interface Props {
  draft: InvoiceDraft;
  problem: Problem | null;
  /** The invoice is mailed once it is saved. */
  isSending: boolean;
  onChange(change: Partial<InvoiceDraft>): void;
}

/** Who is billed, and in which currency. */
export function CustomerFields({ draft, problem, isSending, onChange }: Props) {
  return (
    <Section title="Customer">
      <div className="grid gap-4">
        <TextField
          name="customerName"
          label="Name"
          autoComplete="off"
          maxLength={200}
          value={draft.customerName}
          onChange={({ target }) => onChange({ customerName: target.value })}
          error={problemAt(problem, "customerName")}
        />
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_7rem]">
          <TextField
            name="customerEmail"
            type="email"
            label="E-mail"
            hint="Required to email the invoice."
            autoComplete="off"
            maxLength={320}
            value={draft.customerEmail}
            onChange={({ target }) => onChange({ customerEmail: target.value })}
            error={problemAt(problem, "customerEmail")}
            wrong={
              isSending &&
              draft.customerEmail.trim() === "" &&
              "Enter the customer's email to send the invoice."
            }
          />
          <CurrencyField value={draft.currency} onChange={(currency) => onChange({ currency })} />
        </div>
        <PartyFields
          name="buyer"
          summary="The customer's company and address"
          party={draft.buyer}
          onChange={(change) => onChange({ buyer: { ...draft.buyer, ...change } })}
        />
      </div>
    </Section>
  );
}
