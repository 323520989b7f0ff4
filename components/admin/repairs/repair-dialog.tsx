"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { Button } from "@/components/ui/button";
import type { ButtonLook } from "@/components/ui/button-look";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toast";
import { ReasonField } from "./reason-field";

/** What a repair's endpoint takes besides the name of what is repaired. */
export type RepairInput = { dryRun: true } | { dryRun: false; reason: string };

interface Props<Found> {
  title: string;
  /** What the button does, e.g. "Retire wallet". */
  action: string;
  look?: ButtonLook;
  /** Said once it is done. */
  done: string;
  /** For a list in columns. */
  wide?: boolean;
  /** Calls the endpoint. */
  call(input: RepairInput): Promise<Found>;
  /** Shows what the dry run found: the state as it is, and the consequence. */
  children(found: Found): ReactNode;
  /** Whether there is something to do; true where it is left out. */
  canApply?(found: Found): boolean;
  onDone(): unknown;
  onClose(): void;
}

/** Shows what a repair would do, then asks for the reason and does it. */
export function RepairDialog<Found>(props: Props<Found>) {
  const { title, wide = false, canApply, children, onClose } = props;
  const { found, problem, look } = useDryRun(props.call);
  if (found !== null && (canApply?.(found) ?? true)) {
    return <ConfirmRepair {...props} found={found} />;
  }
  return (
    <Dialog title={title} open wide={wide} onClose={onClose}>
      <div className="grid gap-5">
        <div className="grid gap-3 text-pretty text-muted text-sm">
          {found !== null && children(found)}
          {found === null && !problem && <Skeleton label="Loading the consequence" />}
          <TaskProblem problem={problem} />
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={onClose}>
            Close
          </Button>
          {problem && <Button onClick={look}>Check again</Button>}
        </div>
      </div>
    </Dialog>
  );
}

/** Asks once what would be done, and again when it is told to. */
function useDryRun<Found>(call: Props<Found>["call"]) {
  const [found, setFound] = useState<Found | null>(null);
  const { problem, run } = useTask();
  const look = () => void run(async () => setFound(await call({ dryRun: true })));
  const first = useRef(look);
  useEffect(() => first.current(), []);
  return { found, problem, look };
}

function ConfirmRepair<Found>(props: Props<Found> & { found: Found }) {
  const { title, action, look = "primary", done, wide = false } = props;
  const { call, children, found, onDone, onClose } = props;
  const [reason, setReason] = useState("");
  const { busy, problem, run } = useTask();
  const confirm = () =>
    void run(async () => {
      await call({ dryRun: false, reason: reason.trim() });
      await onDone();
      onClose();
      showToast(done);
    });
  return (
    <ConfirmDialog {...{ title, action, look, busy, wide, onClose }} open onConfirm={confirm}>
      {children(found)}
      <ReasonField value={reason} error={problemAt(problem, "reason")} onChange={setReason} />
      <TaskProblem problem={problem} fields={["reason"]} />
    </ConfirmDialog>
  );
}
