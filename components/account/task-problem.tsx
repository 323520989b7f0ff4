import type { ReactNode } from "react";
import { ErrorState } from "@/components/ui/error-state";
import type { Problem } from "./problem-of";

interface Props {
  problem: Problem | null;
  /** Beside these it stands already. */
  fields?: readonly string[];
  /** E.g. a way to try again. */
  action?: ReactNode;
}

/** Why something did not work, the code, the request's id, and the page for what is to be done. */
export function TaskProblem({ problem, fields = [], action }: Props) {
  if (!problem || (problem.param !== undefined && fields.includes(problem.param))) return null;
  const { text, code, requestId, steps = [], fix } = problem;
  const links = fix ? [...steps, fix] : steps;
  return (
    <ErrorState code={code} requestId={requestId} action={action}>
      {text}
      {links.length > 0 && (
        <ul className="mt-1 list-disc pl-4">
          {links.map(({ message, href }) => (
            <li key={message}>
              <a
                href={href}
                className="inline-flex min-h-6 items-center underline underline-offset-4"
              >
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
