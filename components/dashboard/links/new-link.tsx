"use client";

import { type FormEvent, useState } from "react";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useLeavingTask } from "@/components/account/use-leaving-task";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useActing, useApi, useWhyNoCreating } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Form } from "@/components/ui/form";
import { Offered } from "@/components/ui/offered";
import { Section } from "@/components/ui/section";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import type { createPaymentLink } from "@/lib/contract/storefronts/payment-links";
import { inputOf, type LinkDraft, newDraft, type Pricing, pricings } from "./link-draft";
import { LinkPreview } from "./link-preview";
import { OptionFields } from "./option-fields";
import { PriceFields } from "./price-fields";

const path = "/v1/payment-links";

const pricingWords: Record<Pricing, string> = {
  fixed: "A fixed price",
  chosen: "An amount the payer chooses",
  product: "One of your products",
};

const fields = [
  ...["name", "amount", "minAmount", "maxAmount", "productId"],
  ...["maxQuantity", "email", "fields", "successUrl"],
];

interface FieldProps {
  draft: LinkDraft;
  onChange(change: Partial<LinkDraft>): void;
  errorAt(name: string): string | undefined;
}

/** Name and price first; a link needs nothing else. */
function LinkFields({ draft, onChange, errorAt }: FieldProps) {
  return (
    <>
      <TextField
        name="name"
        label="Name"
        hint={
          draft.pricing === "product"
            ? "Shown in your dashboard. Payers see the product’s name."
            : "Shown to payers on the payment page."
        }
        placeholder="Consulting, one hour"
        autoComplete="off"
        required
        maxLength={120}
        value={draft.name}
        wrong={draft.name.trim() === "" && "Enter a name."}
        error={errorAt("name")}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <PriceFields {...{ draft, onChange, errorAt }} />
      <Disclosure summary="More options">
        <div className="grid gap-5 pt-2">
          <SelectField
            name="pricing"
            label="Pricing"
            value={draft.pricing}
            onChange={({ target }) =>
              onChange({ pricing: pricings.find((one) => one === target.value) ?? "fixed" })
            }
          >
            {pricings.map((one) => (
              <option key={one} value={one}>
                {pricingWords[one]}
              </option>
            ))}
          </SelectField>
          <OptionFields
            options={draft}
            productId={draft.pricing === "product" ? draft.productId || null : null}
            hasQuantity={draft.pricing !== "chosen"}
            {...{ onChange, errorAt }}
          />
        </div>
      </Disclosure>
    </>
  );
}

/** Creates a payment link, beside what payers will see. */
export function NewLink() {
  const api = useApi();
  const { mode } = useActing();
  const why = useWhyNoCreating();
  const { busy, problem, run, leaveFor } = useLeavingTask();
  const [draft, setDraft] = useState(newDraft);
  const input = inputOf(draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!input) return;
    void run(async () => {
      const { id } = await api<typeof createPaymentLink>({ method: "POST", path }, input);
      leaveFor(hrefIn(`/dashboard/links/${id}`, mode));
    });
  };
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Section title="The link">
        <Form onSubmit={submit} className="grid gap-5">
          <TaskProblem problem={problem} fields={fields} />
          <LinkFields
            draft={draft}
            onChange={(change) => setDraft((known) => ({ ...known, ...change }))}
            errorAt={(name) => problemAt(problem, name)}
          />
          <div className="flex flex-wrap items-center justify-end gap-3">
            <span className="mr-auto max-sm:basis-full">
              {input && <CopyCurl request={{ method: "POST", path, input }} />}
            </span>
            <Offered why={why}>
              <Button type="submit" busy={busy}>
                Create payment link
              </Button>
            </Offered>
          </div>
        </Form>
      </Section>
      <LinkPreview draft={draft} />
    </div>
  );
}
