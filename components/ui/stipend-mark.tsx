/** Stipend's sign: a coin passing through a line. */
export function StipendMark({ className = "size-6" }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 ${className}`}
      aria-hidden="true"
      focusable="false"
    >
      <path
        fill="currentColor"
        d="M12 2a10 10 0 0 1 9.8 8H14a2.5 2.5 0 0 0 0 4h7.8A10 10 0 0 1 12 22a10 10 0 0 1-9.8-8H10a2.5 2.5 0 0 0 0-4H2.2A10 10 0 0 1 12 2Z"
      />
    </svg>
  );
}
