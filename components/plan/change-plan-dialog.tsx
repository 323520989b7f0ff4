import type { Problem } from "@/components/identity/problem-of";
import { TaskProblem } from "@/components/identity/task-problem";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { formatBps } from "@/lib/core/format-bps";
import { type Tier, tierFeeBps } from "@/lib/core/merchant-states";
import { planNames } from "./plan-names";

interface Props {
  from: Tier;
  to: Tier;
  busy: boolean;
  problem: Problem | null;
  onConfirm(): void;
  onClose(): void;
}

/** Says what another plan changes and from when on, before it is chosen. */
export function ChangePlanDialog({ from, to, busy, problem, onConfirm, onClose }: Props) {
  const isLower = tierFeeBps[to] < tierFeeBps[from];
  const [before, after] = [formatBps(tierFeeBps[from]), formatBps(tierFeeBps[to])];
  return (
    <Dialog title={`Change to ${planNames[to]}?`} open onClose={onClose}>
      <div className="grid gap-5">
        <p className="text-pretty text-muted text-sm">
          {isLower
            ? `The fee falls from ${before} to ${after} within minutes. A lower fee can be chosen once in 30 days.`
            : `The fee rises from ${before} to ${after}, a day after the chain has the change. Payments until then pay ${before}.`}
        </p>
        <TaskProblem problem={problem} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={onClose}>
            Keep {planNames[from]}
          </Button>
          <Button busy={busy} onClick={onConfirm}>
            Change to {planNames[to]}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
