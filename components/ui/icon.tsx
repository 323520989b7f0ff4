interface Props {
  className?: string;
}

/** Draws on a 24 by 24 grid. Icons stand beside words, so they are not read out. */
export function icon(path: string) {
  return ({ className = "size-5" }: Props) => (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}
