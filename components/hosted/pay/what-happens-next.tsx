import type { SayPay } from "@/components/hosted/words/pay/pay-words";
import type { SignatureCount } from "@/lib/contract/payments/hosted-pay";

/** Three lines that tell the payer what is coming before any wallet opens. */
export function WhatHappensNext({ say, signatures }: { say: SayPay; signatures: SignatureCount }) {
  const lines = [say("next1"), say(signatures === 1 ? "next2Once" : "next2"), say("next3")];
  return (
    <section aria-label={say("nextTitle")}>
      <h3 className="font-medium text-muted text-sm">{say("nextTitle")}</h3>
      <ol className="mt-2.5 grid gap-2">
        {lines.map((line, index) => (
          <li key={line} className="flex gap-2.5 text-sm">
            <span
              aria-hidden="true"
              className="grid size-5 shrink-0 place-items-center rounded-full bg-panel font-medium text-[0.6875rem] text-muted tabular-nums"
            >
              {index + 1}
            </span>
            {line}
          </li>
        ))}
      </ol>
    </section>
  );
}
