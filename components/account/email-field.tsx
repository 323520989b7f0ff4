import { TextField } from "@/components/ui/text-field";
import type { Problem } from "./problem-of";
import { problemAt } from "./task-problem";

/** The address of an account; on a sign-in form password managers take it for the user's name. */
export function EmailField(props: {
  label?: string;
  email: string;
  problem: Problem | null;
  /** Told of each change, where another step continues with the address. */
  onEmail?(email: string): void;
}) {
  const { label = "E-mail", email, problem, onEmail } = props;
  const typed = onEmail
    ? {
        value: email,
        onChange: ({ target }: { target: { value: string } }) => onEmail(target.value),
      }
    : { defaultValue: email };
  return (
    <TextField
      name="email"
      type="email"
      label={label}
      autoComplete="username"
      autoCapitalize="off"
      spellCheck={false}
      required
      maxLength={320}
      {...typed}
      error={problemAt(problem, "email")}
    />
  );
}
