import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { OnchainState } from "./acting-chain";
import type { AskedCall } from "./asked-call";
import { ShownAddress } from "./shown-address";

interface Props {
  record: NonNullable<OnchainState["record"]>;
  calls: OnchainState["calls"];
  onAsk(asked: AskedCall): void;
}

/** Says that a transfer of the ownership has begun, and what ends it. */
export function OwnershipNotice({ record, calls, onAsk }: Props) {
  const { pendingOwner } = record;
  const { acceptOwnership: accept, cancelOwnershipTransfer: cancel } = calls;
  if (pendingOwner === null) return null;
  return (
    <Notice tone="wait">
      <p className="font-medium">The new owner has to accept.</p>
      <p className="mt-1">
        <ShownAddress address={pendingOwner} />
      </p>
      <p className="mt-1">Until that wallet has accepted, the owner stays and can take it back.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        {accept && (
          <Button
            onClick={() =>
              onAsk({
                title: "Accept the ownership",
                text: "The wallet below becomes the owner: it alone can then change where payments go.",
                done: "The new owner has accepted.",
                call: accept,
              })
            }
          >
            Accept with that wallet
          </Button>
        )}
        {cancel && (
          <Button
            look="secondary"
            onClick={() =>
              onAsk({
                title: "Take the transfer back",
                text: "The owner stays, and the other wallet can accept no more.",
                done: "The transfer is taken back.",
                call: cancel,
              })
            }
          >
            Take it back
          </Button>
        )}
      </div>
    </Notice>
  );
}
