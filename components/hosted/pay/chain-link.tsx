import { CopyButton } from "@/components/ui/copy-button";
import { usePay } from "./pay-context";

const labels = { tx: "viewTransaction", address: "viewAccount" } as const;

interface LinkProps {
  kind: keyof typeof labels;
  hex: string;
  name: string;
}

/** A transaction or an account in full: to the chain's explorer where there is one, and to copy. */
export function ChainLink({ kind, hex, name }: LinkProps) {
  const { page, say } = usePay();
  const { explorer } = page.network;
  return (
    <Copyable
      text={hex}
      name={name}
      href={explorer && `${explorer}/${kind}/${hex}`}
      says={say(labels[kind])}
    />
  );
}

interface CopyableProps {
  text: string;
  /** What it is, to be read out for the button. */
  name: string;
  /** Where it leads, and what is there. */
  href?: string | null;
  says?: string;
}

/** A long text to copy. */
export function Copyable({ text, name, href, says }: CopyableProps) {
  const { say } = usePay();
  const shown = (
    <span translate="no" className="break-all font-mono text-note leading-relaxed">
      {text}
    </span>
  );
  return (
    <span className="flex items-start justify-between gap-2">
      {href ? (
        <a
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          className="min-h-6 min-w-0 text-accent underline-offset-2 hover:underline"
        >
          <span className="sr-only">{says} </span>
          {shown}
        </a>
      ) : (
        <span className="min-w-0">{shown}</span>
      )}
      <span className="shrink-0 print:hidden">
        <CopyButton
          compact
          text={text}
          label={say("copy", { what: name })}
          copied={say("copied")}
        />
      </span>
    </span>
  );
}
