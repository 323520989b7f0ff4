"use client";

import { useEffect, useReducer } from "react";
import { useApi } from "@/components/dashboard/acting-context";
import { useObjectAction } from "@/components/data/use-object-action";
import { problemOf } from "@/components/identity/problem-of";
import type { FoundWallet } from "@/lib/client/wallet/provider";
import type { recordRefundSignature } from "@/lib/contract/refunds";
import type { Refund } from "./refund-state";
import { sendReducer, unsent } from "./send-reducer";
import { openSender, sendStep, WalletTrouble, waitUntilMined } from "./send-transaction";
import { sentHash } from "./sent-hash";

type Instructions = NonNullable<Refund["instructions"]>;
const path = "/v1/refunds/{id}";

/** Sends a refund from the merchant's wallet, step by step, and records the last one's hash. */
export function useSendRefund({ id }: Refund, instructions: Instructions) {
  const api = useApi();
  const [state, dispatch] = useReducer(sendReducer, unsent);
  const { mutateAsync } = useObjectAction<Refund, string>({
    path,
    id,
    run: (refundTxHash) =>
      api<typeof recordRefundSignature>(
        { method: "POST", path: `${path}/signature` },
        { id, refundTxHash },
      ),
    done: "The refund is on its way.",
  });
  const record = async (hash: string) => {
    sentHash.keep(id, hash);
    dispatch({ type: "sent", hash, steps: instructions.steps.length });
    try {
      await mutateAsync(hash);
      sentHash.forget(id);
      dispatch({ type: "recorded" });
    } catch (error) {
      dispatch({ type: "problem", text: problemOf(error).text });
    }
  };
  const send = async ({ provider }: FoundWallet) => {
    dispatch({ type: "open" });
    try {
      const account = await openSender(provider, instructions);
      for (const [at, step] of instructions.steps.entries()) {
        dispatch({ type: "sign", at });
        const hash = await sendStep(provider, account, step);
        if (at === instructions.steps.length - 1) return await record(hash);
        dispatch({ type: "mine", at });
        await waitUntilMined(provider, hash);
      }
    } catch (error) {
      const text = error instanceof WalletTrouble ? error.message : "The wallet did not answer.";
      dispatch({ type: "problem", text });
    }
  };
  // Sent by a page that was closed before the API was told.
  useEffect(() => {
    const hash = sentHash.read(id);
    if (hash) dispatch({ type: "sent", hash, steps: Number.POSITIVE_INFINITY });
    if (hash) dispatch({ type: "problem", text: "It was sent, and is not recorded yet." });
  }, [id]);
  return { state, send, record };
}
