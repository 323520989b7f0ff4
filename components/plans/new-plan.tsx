"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { useActing, useApi, useWhyNoCreating } from "@/components/dashboard/acting-context";
import { hrefIn } from "@/components/dashboard/dashboard-frame";
import { CopyCurl } from "@/components/detail/copy-curl";
import { problemAt, TaskProblem } from "@/components/identity/task-problem";
import { useTask } from "@/components/identity/use-task";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import type { createPlan } from "@/lib/contract/subscription-plans";
import { inputOf, newDraft } from "./plan-draft";
import { PlanFields } from "./plan-fields";
import { PlanPreview } from "./plan-preview";

const fields = ["name", "amount", "description", "intervalCount", "trialDays", "maxCycles"];

/** Makes a plan, beside what payers will read. */
export function NewPlan() {
  const api = useApi();
  const router = useRouter();
  const { mode } = useActing();
  const why = useWhyNoCreating();
  const { busy, problem, run } = useTask();
  const [draft, setDraft] = useState(newDraft);
  const input = inputOf(draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!input) return;
    void run(async () => {
      const route = { method: "POST", path: "/v1/subscription-plans" } as const;
      const { id } = await api<typeof createPlan>(route, input);
      router.push(hrefIn(`/dashboard/plans/${id}`, mode));
    });
  };
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Section title="The plan">
        <form method="post" onSubmit={submit} className="grid gap-5">
          <TaskProblem problem={problem} fields={fields} />
          <PlanFields
            draft={draft}
            onChange={(change) => setDraft({ ...draft, ...change })}
            errorAt={(name) => problemAt(problem, name)}
          />
          <div className="flex flex-wrap items-center justify-end gap-3">
            <span className="mr-auto max-sm:basis-full">
              {input && (
                <CopyCurl request={{ method: "POST", path: "/v1/subscription-plans", input }} />
              )}
            </span>
            <Button
              type="submit"
              busy={busy}
              disabled={input === null || why !== null}
              title={why ?? undefined}
            >
              Create plan
            </Button>
          </div>
        </form>
      </Section>
      <PlanPreview draft={draft} />
    </div>
  );
}
