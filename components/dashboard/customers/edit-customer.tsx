"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useLeavingTask } from "@/components/account/use-leaving-task";
import { scopeKey } from "@/components/dashboard/data/query-keys";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useShortcut } from "@/components/dashboard/keyboard/use-shortcut";
import {
  useActing,
  useApi,
  useWhyNoCreating,
  useWhyReadOnly,
} from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { Offered } from "@/components/ui/offered";
import { TextField } from "@/components/ui/text-field";
import { showToast } from "@/components/ui/toast";
import type { updateCustomer, upsertCustomer } from "@/lib/contract/payments/customers";
import { type Customer, type CustomerDraft, changesOf, draftOf, inputOf } from "./customer-draft";

/** Adds a customer, or changes the one that is given: a wallet is one customer. */
export function EditCustomer({ customer }: { customer: Customer | null }) {
  const whyNone = useWhyNoCreating();
  const whyRead = useWhyReadOnly();
  const why = customer ? whyRead : whyNone;
  const [open, setOpen] = useState(false);
  const label = customer ? "Edit" : "Add customer";
  useShortcut({ key: "c", label, run: why ? null : () => setOpen(true) });
  return (
    <>
      <Offered why={why}>
        <Button look={customer ? "secondary" : "primary"} onClick={() => setOpen(true)}>
          {label}
        </Button>
      </Offered>
      <Dialog
        title={customer ? "Edit customer" : "Add customer"}
        open={open}
        onClose={() => setOpen(false)}
      >
        <CustomerForm customer={customer} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

const fields = ["walletAddress", "name", "email", "externalRef"] as const;

function CustomerForm({ customer, onClose }: { customer: Customer | null; onClose(): void }) {
  const save = useSave(customer, onClose);
  const [began] = useState(() => draftOf(customer));
  const [draft, setDraft] = useState(began);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run(began, draft);
  };
  const field = (name: (typeof fields)[number]) => ({
    name,
    value: draft[name],
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) =>
      setDraft({ ...draft, [name]: target.value }),
    error: problemAt(save.problem, name),
  });
  return (
    <Form onSubmit={submit} className="grid gap-5">
      <TaskProblem problem={save.problem} fields={fields} />
      <TextField
        {...field("walletAddress")}
        label="Wallet address"
        hint="Paste the address. Each wallet is one customer."
        placeholder="0x…"
        spellCheck={false}
        required
        readOnly={customer !== null}
      />
      <TextField {...field("name")} label="Name" maxLength={200} />
      <TextField {...field("email")} label="E-mail" type="email" maxLength={320} />
      <TextField
        {...field("externalRef")}
        label="Your reference"
        hint="For example, the customer’s number in your shop."
        maxLength={200}
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <span className="mr-auto max-sm:basis-full">
          <CopyCurl request={requestOf(customer, began, draft)} />
        </span>
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={save.busy}>
          Save
        </Button>
      </div>
    </Form>
  );
}

const creation = { method: "POST", path: "/v1/customers" } as const;
const change = { method: "PATCH", path: "/v1/customers/{id}" } as const;

const requestOf = (customer: Customer | null, began: CustomerDraft, draft: CustomerDraft) =>
  customer
    ? { ...change, input: { id: customer.id, ...changesOf(began, draft) } }
    : { ...creation, input: inputOf(draft) };

function useSave(customer: Customer | null, onClose: () => void) {
  const api = useApi();
  const acting = useActing();
  const client = useQueryClient();
  const { busy, problem, run, leaveFor } = useLeavingTask();
  const write = (began: CustomerDraft, draft: CustomerDraft) =>
    customer
      ? api<typeof updateCustomer>(change, { id: customer.id, ...changesOf(began, draft) })
      : api<typeof upsertCustomer>(creation, inputOf(draft));
  const save = (began: CustomerDraft, draft: CustomerDraft) =>
    void run(async () => {
      const { id } = await write(began, draft);
      void client.invalidateQueries({ queryKey: scopeKey(acting) });
      showToast("Customer saved.");
      if (customer) onClose();
      else leaveFor(hrefIn(`/dashboard/customers/${id}`, acting.mode));
    });
  return { busy, problem, run: save };
}
