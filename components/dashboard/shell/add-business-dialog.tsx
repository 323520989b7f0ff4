"use client";

import type { FormEvent } from "react";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { TextField } from "@/components/ui/text-field";
import type { createOwnMerchant } from "@/lib/contract/merchants/merchants";
import { useApi } from "./acting-context";

interface Props {
  onAdded(id: string): void;
  onClose(): void;
}

/** Adds a business of the signed-in user. */
export function AddBusinessDialog({ onAdded, onClose }: Props) {
  const api = useApi();
  const { busy, problem, run } = useTask();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const businessName = String(new FormData(event.currentTarget).get("businessName")).trim();
    const route = { method: "POST", path: "/v1/merchants" } as const;
    void run(async () =>
      onAdded((await api<typeof createOwnMerchant>(route, { businessName })).id),
    );
  };
  return (
    <Dialog title="Add a business" open busy={busy} onClose={onClose}>
      <Form onSubmit={submit} className="grid gap-5">
        <p className="text-pretty text-muted text-sm">
          Each business has its own payments, keys, wallets and plan. Switch between businesses at
          the top of the page.
        </p>
        <TaskProblem problem={problem} fields={["businessName"]} />
        <TextField
          name="businessName"
          label="Business name"
          hint="The name your customers know."
          autoComplete="organization"
          required
          minLength={2}
          maxLength={120}
          error={problemAt(problem, "businessName")}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" blocked={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            Add business
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
