"use client";

import { problemOf } from "@/components/identity/problem-of";
import { ErrorState } from "@/components/ui/error-state";
import { LinkButton } from "@/components/ui/link-button";

/** Why something could not be read: the words, the code, the request's id, and a way to try again. */
export function QueryProblem({ problem, onRetry }: { problem: unknown; onRetry?(): void }) {
  if (!problem) return null;
  const { text, code, requestId } = problemOf(problem);
  return (
    <ErrorState
      code={code}
      requestId={requestId}
      action={onRetry && <LinkButton onClick={onRetry}>Try again</LinkButton>}
    >
      {text}
    </ErrorState>
  );
}
