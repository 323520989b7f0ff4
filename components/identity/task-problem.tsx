import { ErrorState } from "@/components/ui/error-state";
import type { Problem } from "./problem-of";

/** Why something did not work, unless it stands beside one of the fields that are named. */
export function TaskProblem(props: { problem: Problem | null; fields?: readonly string[] }) {
  const { problem, fields = [] } = props;
  if (!problem || (problem.param !== undefined && fields.includes(problem.param))) return null;
  const { text, code, requestId, steps = [] } = problem;
  return (
    <ErrorState code={code} requestId={steps.length > 0 ? undefined : requestId}>
      {text}
      {steps.length > 0 && (
        <ul className="mt-1 list-disc pl-4">
          {steps.map(({ message, href }) => (
            <li key={message}>
              <a href={href} className="underline underline-offset-4">
                {message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </ErrorState>
  );
}

/** What is said beside a field. */
export const problemAt = (problem: Problem | null, param: string): string | undefined =>
  problem?.param === param ? problem.text : undefined;
