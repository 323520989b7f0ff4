import { CopyButton } from "@/components/ui/copy-button";
import { shortHex } from "@/components/ui/short-hex";

/** An address or a hash, shortened, and copied whole. @param what is copied, e.g. "the token's address" */
export function CopyHex({ hex, what, href }: { hex: string; what: string; href?: string | null }) {
  const short = (
    <code translate="no" className="font-mono text-xs">
      {shortHex(hex)}
    </code>
  );
  return (
    <span className="whitespace-nowrap" title={hex}>
      {href ? (
        <a
          href={href}
          target="_blank"
          rel="noreferrer"
          className="underline decoration-edge underline-offset-4 hover:decoration-ink"
        >
          {short}
        </a>
      ) : (
        short
      )}
      <span className="ml-2">
        <CopyButton compact text={hex} label={`Copy ${what}`} copied="Copied" />
      </span>
    </span>
  );
}
