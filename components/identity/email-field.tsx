import { TextField } from "@/components/ui/text-field";
import type { Problem } from "./problem-of";
import { problemAt } from "./task-problem";

/** The address of an account; on a sign-in form password managers take it for the user's name. */
export function EmailField({ email, problem }: { email: string; problem: Problem | null }) {
  return (
    <TextField
      name="email"
      type="email"
      label="E-mail"
      autoComplete="username"
      autoCapitalize="off"
      spellCheck={false}
      required
      maxLength={320}
      defaultValue={email}
      error={problemAt(problem, "email")}
    />
  );
}
