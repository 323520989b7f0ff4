"use client";

import { useState } from "react";
import { useApi } from "@/components/dashboard/acting-context";
import { TaskProblem } from "@/components/identity/task-problem";
import { useTask } from "@/components/identity/use-task";
import { keysOf, type NewKey } from "@/components/keys/acting-keys";
import { NewKeyDialog } from "@/components/keys/new-key-dialog";
import { Button } from "@/components/ui/button";
import { GuideStep, type StepStanding } from "./guide-step";

interface Props extends StepStanding {
  /** Told of the key's text, for the examples of this visit. */
  onMade(secret: string): void;
  onChanged(): void;
}

/** Makes a test key that may do everything. */
export function KeyStep({ onMade, onChanged, ...standing }: Props) {
  const keys = keysOf(useApi());
  const { busy, problem, run } = useTask();
  const [made, setMade] = useState<NewKey | null>(null);
  const create = () =>
    run(async () => {
      const name = "First test key";
      const key = await keys.create({ name, mode: "test", kind: "secret", scopes: "full" });
      if (key.secret) onMade(key.secret);
      setMade(key);
    });
  const close = () => {
    setMade(null);
    onChanged();
  };
  // A step that is done folds up, and would take the dialog with it before the key is stored.
  const shown = made ? { isDone: false, isCurrent: true } : standing;
  return (
    <GuideStep {...shown} title="Create a test key">
      <p>Your server calls the API with it. It moves no real money, and is shown once.</p>
      <Button
        look={standing.isDone ? "secondary" : "primary"}
        busy={busy}
        onClick={() => void create()}
      >
        {standing.isDone ? "Create another test key" : "Create test key"}
      </Button>
      <TaskProblem problem={problem} />
      {made && <NewKeyDialog made={made} onClose={close} />}
    </GuideStep>
  );
}
