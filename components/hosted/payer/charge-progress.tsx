"use client";

import { useEffect, useRef, useState } from "react";
import { askServer } from "@/components/hosted/pay/ask-server";
import type { HomeWords } from "@/components/hosted/words/payer/payer-words";
import { Notice } from "@/components/ui/notice";
import type { PayerHomeActions } from "@/lib/contract/subscriptions/payer-home";
import { followProgress, type GaveUp } from "./follow-progress";
import { useShowAnew } from "./said";

interface Props {
  id: string;
  readCharge: PayerHomeActions["readCharge"];
  words: HomeWords;
  onOver?(): void;
}

/** Says that a charge is being made, and shows the page anew once that is over. */
export function ChargeProgress({ id, readCharge, words, onOver }: Props) {
  const showAnew = useShowAnew();
  const part = useRef<HTMLDivElement>(null);
  const [gaveUp, setGaveUp] = useState<GaveUp | null>(null);
  useEffect(
    () =>
      followProgress({
        read: () => askServer(readCharge({ id })),
        isOver: ({ state }) => state === "over",
        onOver: () => showAnew(words.chargeOver, part.current, onOver),
        onGiveUp: setGaveUp,
      }),
    [id, readCharge, words, onOver, showAnew],
  );
  return (
    <div ref={part} role="status" className="order-last w-full">
      <Notice tone={gaveUp ? "wait" : undefined}>
        {gaveUp ? words[gaveUp === "late" ? "chargeLate" : "signedOut"] : words.charging}
      </Notice>
    </div>
  );
}
