"use client";

import { useState } from "react";
import { problemOf } from "@/components/account/problem-of";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useObjectAction } from "@/components/dashboard/data/use-object-action";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useApi, useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { Drawer } from "@/components/ui/drawer";
import { Form } from "@/components/ui/form";
import { Offered } from "@/components/ui/offered";
import { TextField } from "@/components/ui/text-field";
import type { updatePaymentLink } from "@/lib/contract/storefronts/payment-links";
import { changeOf, optionsOf } from "./link-draft";
import type { PaymentLink } from "./link-state";
import { OptionFields } from "./option-fields";

const path = "/v1/payment-links/{id}";
const fields = ["name", "maxQuantity", "email", "fields", "successUrl"];

/** Changes a link, apart from its price. */
export function EditLink({ link }: { link: PaymentLink }) {
  const why = useWhyReadOnly();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Offered why={why}>
        <Button look="secondary" onClick={() => setOpen(true)}>
          Edit
        </Button>
      </Offered>
      <Drawer title="Edit payment link" open={open} onClose={() => setOpen(false)}>
        <EditForm link={link} onClose={() => setOpen(false)} />
      </Drawer>
    </>
  );
}

function EditForm({ link, onClose }: { link: PaymentLink; onClose(): void }) {
  const { id } = link;
  const api = useApi();
  // What another person has changed meanwhile is not overwritten.
  const [began] = useState(() => optionsOf(link));
  const [options, setOptions] = useState(began);
  const input = changeOf(began, options, id);
  const { mutate, isPending, error } = useObjectAction<PaymentLink, NonNullable<typeof input>>({
    path,
    id,
    run: (change) => api<typeof updatePaymentLink>({ method: "PATCH", path }, change),
    done: "Payment link saved.",
    onDone: onClose,
  });
  const problem = error && problemOf(error);
  const set = (change: Partial<typeof options>) => setOptions((known) => ({ ...known, ...change }));
  return (
    <Form onSubmit={() => input && mutate(input)} className="grid gap-5">
      <p className="text-pretty text-muted text-sm">
        The price can’t be changed. To sell for another price, create another link.
      </p>
      <TaskProblem problem={problem} fields={fields} />
      <TextField
        name="name"
        label="Name"
        autoComplete="off"
        required
        maxLength={120}
        value={options.name}
        wrong={options.name.trim() === "" && "Enter a name."}
        error={problemAt(problem, "name")}
        onChange={({ target }) => set({ name: target.value })}
      />
      <OptionFields
        options={options}
        productId={link.productId}
        hasQuantity={link.minAmount === null}
        errorAt={(name) => problemAt(problem, name)}
        onChange={set}
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <span className="mr-auto max-sm:basis-full">
          {input && <CopyCurl request={{ method: "PATCH", path, input }} />}
        </span>
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={isPending}>
          Save
        </Button>
      </div>
    </Form>
  );
}
