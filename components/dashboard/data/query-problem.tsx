"use client";

import { problemOf } from "@/components/account/problem-of";
import { TaskProblem } from "@/components/account/task-problem";
import { LinkButton } from "@/components/ui/link-button";
import { StepUpDeclined } from "@/lib/client/with-step-up";

interface Props {
  problem: unknown;
  onRetry?(): void;
}

/** Why a read or a task failed, with a retry button; renders nothing when the user declined the step-up. */
export function QueryProblem({ problem, onRetry }: Props) {
  if (!problem || problem instanceof StepUpDeclined) return null;
  return (
    <TaskProblem
      problem={problemOf(problem)}
      action={onRetry && <LinkButton onClick={onRetry}>Try again</LinkButton>}
    />
  );
}
