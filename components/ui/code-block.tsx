/** Code or JSON, whole: it wraps rather than leave the screen. */
export function CodeBlock({ text }: { text: string }) {
  return (
    <pre
      translate="no"
      className="wrap-anywhere whitespace-pre-wrap rounded-xl border border-line bg-panel p-4 font-mono text-xs leading-relaxed"
    >
      {text}
    </pre>
  );
}
