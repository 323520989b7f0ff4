import { PasswordField } from "@/components/ui/password-field";

/** A password that is chosen. */
export function NewPasswordField({
  error,
  label = "New password",
}: {
  error?: string;
  label?: string;
}) {
  return (
    <PasswordField
      name="password"
      label={label}
      autoComplete="new-password"
      hint="At least 15 characters. Four or five words are easy to remember and hard to guess."
      error={error}
    />
  );
}
