import { CopyButton } from "@/components/ui/copy-button";

/** An address in full, since a part of it can be imitated, and to copy. */
export function ShownAddress({ address }: { address: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code translate="no" className="wrap-anywhere min-w-0 font-mono text-note">
        {address}
      </code>
      <CopyButton compact text={address} label={`Copy ${address}`} copied="Copied" />
    </span>
  );
}
