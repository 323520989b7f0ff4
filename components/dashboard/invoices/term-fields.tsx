import type { Problem } from "@/components/account/problem-of";
import { problemAt } from "@/components/account/task-problem";
import { Disclosure } from "@/components/ui/disclosure";
import { Section } from "@/components/ui/section";
import { TextAreaField } from "@/components/ui/text-area-field";
import { TextField } from "@/components/ui/text-field";
import { daysOf, type InvoiceDraft } from "./invoice-draft";
import { PartyFields } from "./party-fields";

interface Props {
  draft: InvoiceDraft;
  problem: Problem | null;
  onChange(change: Partial<InvoiceDraft>): void;
}

const days = "Enter a number of days from 1 to 90.";

/** When it is due, a note, and what few invoices need. */
export function TermFields({ draft, problem, onChange }: Props) {
  return (
    <Section title="Terms">
      <div className="grid gap-4">
        <div className="max-w-48">
          <TextField
            name="dueInDays"
            label="Due in days"
            inputMode="numeric"
            autoComplete="off"
            required
            value={draft.dueInDays}
            onChange={({ target }) => onChange({ dueInDays: target.value })}
            error={daysOf(draft) === null ? days : problemAt(problem, "dueInDays")}
            wrong={daysOf(draft) === null && days}
          />
        </div>
        <TextAreaField
          label="Note"
          hint="Appears at the end of the invoice."
          name="note"
          rows={3}
          maxLength={2000}
          value={draft.note}
          onChange={({ target }) => onChange({ note: target.value })}
        />
        <div>
          <PartyFields
            name="seller"
            summary="Your company and address"
            party={draft.seller}
            onChange={(change) => onChange({ seller: { ...draft.seller, ...change } })}
          />
          <Disclosure summary="Service date and the customer's reference">
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                name="serviceDate"
                type="date"
                label="Service date"
                value={draft.serviceDate}
                onChange={({ target }) => onChange({ serviceDate: target.value })}
              />
              <TextField
                name="buyerReference"
                label="The customer's reference"
                autoComplete="off"
                maxLength={200}
                value={draft.buyerReference}
                onChange={({ target }) => onChange({ buyerReference: target.value })}
              />
            </div>
          </Disclosure>
        </div>
      </div>
    </Section>
  );
}
