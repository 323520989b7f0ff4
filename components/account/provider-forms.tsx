"use client";

import type { FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { goToProvider, type OfferedProvider } from "./go-to-provider";
import { TaskProblem } from "./task-problem";
import { useTask } from "./use-task";

interface Props {
  providers: readonly OfferedProvider[];
  returnTo: string;
}

/** Signs in with an account at another provider: a form for each. */
export function ProviderForms({ providers, returnTo }: Props) {
  const { busy, problem, run } = useTask();
  if (providers.length === 0) return null;
  return (
    <section aria-label="Other accounts" className="mt-6 grid gap-3 border-line border-t pt-6">
      <TaskProblem problem={problem} />
      {providers.map(({ id, name }) => {
        const submit = (event: FormEvent) => {
          event.preventDefault();
          void run(() => goToProvider(id, returnTo));
        };
        return (
          <form key={id} method="post" action={`/api/auth/signin/${id}`} onSubmit={submit}>
            <Button type="submit" look="secondary" wide blocked={busy}>
              Continue with {name}
            </Button>
          </form>
        );
      })}
    </section>
  );
}
