"use client";

import { useEffect, useState } from "react";
import { askServer } from "@/components/hosted/pay/ask-server";
import type { HomeWords } from "@/components/hosted/words/payer/payer-words";
import { Notice } from "@/components/ui/notice";
import type { PayerHomeActions } from "@/lib/contract/subscriptions/payer-home";
import { followCharge } from "./follow-charge";
import { reload } from "./use-ask";

interface Props {
  id: string;
  readCharge: PayerHomeActions["readCharge"];
  words: HomeWords;
}

/** Says that a charge is being made, and shows the page anew once that is over. */
export function ChargeProgress({ id, readCharge, words }: Props) {
  const [late, setLate] = useState(false);
  useEffect(
    () =>
      followCharge({
        read: () => askServer(readCharge({ id })),
        onOver: reload,
        onGiveUp: () => setLate(true),
      }),
    [id, readCharge],
  );
  return (
    <div role="status" className="order-last w-full">
      <Notice tone={late ? "wait" : undefined}>{late ? words.chargeLate : words.charging}</Notice>
    </div>
  );
}
