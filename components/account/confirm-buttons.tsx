"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useOnce } from "@/components/ui/use-once";
import type { listConfirming } from "@/lib/contract/identity/identity-providers";
import { askIdentity } from "./ask-identity";
import { confirmAtProvider } from "./confirm-at-provider";
import type { OfferedProvider } from "./go-to-provider";
import { TaskProblem } from "./task-problem";
import { useTask } from "./use-task";

/** Confirms at a linked provider in place of a code by email; renders nothing where none can. */
export function ConfirmButtons({ onProved }: { onProved(): void }) {
  const [providers, setProviders] = useState<readonly OfferedProvider[]>([]);
  const { problem, run } = useTask();
  const list = async () => {
    const route = { method: "GET", path: "/api/identity/step-up/provider" } as const;
    setProviders((await askIdentity<typeof listConfirming>(route, {})).providers);
  };
  useOnce(() => void list().catch(() => {}));
  if (providers.length === 0) return null;
  return (
    <section
      aria-label="Other ways to confirm"
      className="mt-5 grid gap-3 border-line border-t pt-5"
    >
      <TaskProblem problem={problem} />
      {providers.map(({ id, name }) => {
        const confirm = async () => {
          await confirmAtProvider(id);
          onProved();
        };
        return (
          <Button key={id} look="secondary" wide onClick={() => void run(confirm)}>
            Confirm with {name}
          </Button>
        );
      })}
    </section>
  );
}
