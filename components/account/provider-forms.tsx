"use client";

import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
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
        const submit = () => void run(() => goToProvider(id, returnTo));
        return (
          <Form key={id} action={`/api/auth/signin/${id}`} onSubmit={submit}>
            <Button type="submit" look="secondary" wide blocked={busy}>
              Continue with {name}
            </Button>
          </Form>
        );
      })}
    </section>
  );
}
