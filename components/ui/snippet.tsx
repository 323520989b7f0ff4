import { CodeBlock } from "./code-block";
import { CopyButton } from "./copy-button";

/** Code to be copied. */
export function Snippet({ text, isWide = false }: { text: string; isWide?: boolean }) {
  return (
    <div className={`grid w-full gap-2 text-left ${isWide ? "" : "max-w-xl"}`}>
      <CodeBlock text={text} />
      <div>
        <CopyButton quiet text={text} label="Copy code" copied="Copied" />
      </div>
    </div>
  );
}
