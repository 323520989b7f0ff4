/** Says where a code went. */
export function CodeSent({ email }: { email: string }) {
  return (
    <p>
      We emailed a six-digit code to{" "}
      <strong className="wrap-anywhere font-medium text-ink">{email}</strong>. Enter it within ten
      minutes.
    </p>
  );
}
