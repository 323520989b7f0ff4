/** An address or a key, whole: it wraps rather than leave the screen. */
export function CodeLine({ text, large = false }: { text: string; large?: boolean }) {
  return (
    <code
      translate="no"
      className={`wrap-anywhere rounded-xl border border-line bg-panel px-3 py-2.5 font-mono ${large ? "text-sm" : "text-xs"}`}
    >
      {text}
    </code>
  );
}
