import { CopyButton } from "./copy-button";

/** Code to be copied. */
export function Snippet({ text }: { text: string }) {
  return (
    <div className="grid w-full max-w-xl gap-2 text-left">
      <pre className="wrap-anywhere whitespace-pre-wrap rounded-xl border border-line bg-panel p-4 font-mono text-xs leading-relaxed">
        {text}
      </pre>
      <div>
        <CopyButton quiet text={text} label="Copy" copied="Copied" />
      </div>
    </div>
  );
}
