/** Says where a code went. */
export function CodeSent({ email }: { email: string }) {
  return (
    <p>
      We mailed six digits to{" "}
      <strong className="wrap-anywhere font-medium text-ink">{email}</strong>. Paste or type them
      here within ten minutes.
    </p>
  );
}
