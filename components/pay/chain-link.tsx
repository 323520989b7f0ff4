import { CopyButton } from "@/components/ui/copy-button";
import { usePay } from "./pay-context";

const labels = { tx: "viewTransaction", address: "viewAccount" } as const;

/** A transaction or an account in full: to the chain's explorer where there is one, and to copy. */
export function ChainLink({ kind, hex }: { kind: keyof typeof labels; hex: string }) {
  const { page, say } = usePay();
  const { explorer } = page.network;
  const text = <span className="break-all font-mono text-[0.8125rem] leading-relaxed">{hex}</span>;
  return (
    <span className="flex items-start justify-between gap-2">
      {explorer ? (
        <a
          href={`${explorer}/${kind}/${hex}`}
          target="_blank"
          rel="noopener noreferrer"
          className="min-h-6 min-w-0 text-accent underline-offset-2 hover:underline"
        >
          <span className="sr-only">{say(labels[kind])} </span>
          {text}
        </a>
      ) : (
        <span className="min-w-0">{text}</span>
      )}
      <span className="shrink-0 print:hidden">
        <CopyButton compact text={hex} label={say("copy")} copied={say("copied")} />
      </span>
    </span>
  );
}
