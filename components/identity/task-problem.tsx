import { ErrorState } from "@/components/ui/error-state";
import type { Problem } from "./problem-of";

/** Why something did not work, unless it stands beside one of the fields that are named. */
export function TaskProblem(props: { problem: Problem | null; fields?: readonly string[] }) {
  const { problem, fields = [] } = props;
  if (!problem || (problem.param !== undefined && fields.includes(problem.param))) return null;
  return (
    <ErrorState code={problem.code} requestId={problem.requestId}>
      {problem.text}
    </ErrorState>
  );
}

/** What is said beside a field. */
export const problemAt = (problem: Problem | null, param: string): string | undefined =>
  problem?.param === param ? problem.text : undefined;
