"use client";

import { useEffect, useRef, useState } from "react";
import { askServer } from "@/components/hosted/pay/ask-server";
import type { HomeWords } from "@/components/hosted/words/payer/payer-words";
import { Notice } from "@/components/ui/notice";
import type { PayerHomeActions } from "@/lib/contract/subscriptions/payer-home";
import { followCharge } from "./follow-charge";
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
  const [late, setLate] = useState(false);
  useEffect(
    () =>
      followCharge({
        read: () => askServer(readCharge({ id })),
        onOver: () => showAnew(words.chargeOver, part.current, onOver),
        onGiveUp: () => setLate(true),
      }),
    [id, readCharge, words, onOver, showAnew],
  );
  return (
    <div ref={part} role="status" className="order-last w-full">
      <Notice tone={late ? "wait" : undefined}>{late ? words.chargeLate : words.charging}</Notice>
    </div>
  );
}
