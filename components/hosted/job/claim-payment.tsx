"use client";

import type { JobWords } from "@/components/hosted/words/job/job-words";
import type { JobPage } from "@/lib/contract/agents/hosted-job";
import { VendorWallets } from "./vendor-wallets";

interface Props {
  page: Pick<JobPage, "vendor" | "network" | "localChainId">;
  claim: NonNullable<JobPage["claim"]>;
  words: JobWords;
}

/** The vendor's wallet has the escrow pay what the token had refused. */
export function ClaimPayment({ page, claim, words }: Props) {
  return (
    <div className="mt-4 grid gap-3">
      <VendorWallets
        page={page}
        words={words}
        label="claim"
        done={words.claimed}
        callOf={() => claim}
      />
    </div>
  );
}
