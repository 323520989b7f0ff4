"use client";

import { useEffect, useReducer } from "react";
import { problemOf } from "@/components/account/problem-of";
import { useObjectAction } from "@/components/dashboard/data/use-object-action";
import { useActing, useApi } from "@/components/dashboard/shell/acting-context";
import type { StepWallet } from "@/components/dashboard/wallet-step/step-wallet";
import type { RefundSending } from "@/lib/contract/refunds/refund-sender";
import type { authorizeRefund, recordRefundSignature } from "@/lib/contract/refunds/refunds";
import { recordHash, UNCERTAIN } from "./record-hash";
import type { Refund } from "./refund-state";
import { type SendAction, sendReducer, unsent } from "./send-reducer";
import { type Instructions, ShortOfMoney, sendSteps } from "./send-steps";
import { WalletTrouble } from "./send-transaction";
import { openTransfer, sentHash } from "./sent-hash";
import { signRefund } from "./sign-refund";

const path = "/v1/refunds/{id}";

/** The refund as the page's server actions are asked about it. */
export function useRefundNamed({ id }: Pick<Refund, "id">) {
  const { merchantId, mode } = useActing();
  return { id, merchantId: merchantId ?? "", mode };
}

/** Tells the API the hash of what was sent. */
function useStore({ id }: Refund) {
  const api = useApi();
  const { mutateAsync } = useObjectAction<Refund, string>({
    path,
    id,
    run: (refundTxHash) =>
      api<typeof recordRefundSignature>(
        { method: "POST", path: `${path}/signature` },
        { id, refundTxHash },
      ),
    done: "Refund sent.",
  });
  return mutateAsync;
}

/** Gives the API the wallet's signature, by which the refund is sent. */
function useAuthorize({ id }: Refund) {
  const api = useApi();
  const { mutateAsync } = useObjectAction<Refund, string>({
    path,
    id,
    run: (signature) =>
      api<typeof authorizeRefund>(
        { method: "POST", path: `${path}/authorization` },
        { id, signature },
      ),
    done: "Refund signed. We’re sending it.",
  });
  return mutateAsync;
}

/** Records the hash of what was sent for a refund that takes so many steps. */
export function useRecordRefund(refund: Refund, steps: number) {
  const { id } = refund;
  const [state, tell] = useReducer(sendReducer, unsent);
  const store = useStore(refund);
  const record = (hash: string) => recordHash(hash, { id, steps, store, tell });
  return { state, tell, record };
}

/** Sends a refund from the merchant's wallet, step by step, and records the last one's hash. */
export function useSendRefund(refund: Refund, instructions: Instructions, sending: RefundSending) {
  const { id } = refund;
  const named = useRefundNamed(refund);
  const { state, tell, record } = useRecordRefund(refund, instructions.steps.length);
  const order = { refund, instructions, sending, tell };
  const sendOnce = async (open: () => Promise<StepWallet>) => {
    tell({ type: "open" });
    const sent = sentHash.read(id);
    if (sent) return record(sent);
    if (openTransfer.read(id)) return tell({ type: "uncertain", text: UNCERTAIN });
    const check = (account: string) => sending.checkSender({ ...named, account });
    try {
      const { network } = sending;
      await record(await sendSteps(await open(), { refund, instructions, network, check, tell }));
    } catch (error) {
      if (openTransfer.read(id)) return tell({ type: "uncertain", text: UNCERTAIN });
      const text = error instanceof WalletTrouble ? error.message : "The wallet didn't answer.";
      tell({ type: "problem", text, short: error instanceof ShortOfMoney ? error.account : null });
    }
  };
  const send = (open: () => Promise<StepWallet>) => inOneTab(id, tell, () => sendOnce(open));
  const confirmUnsent = () => {
    openTransfer.forget(id);
    tell({ type: "checked" });
  };
  // Sent, or asked for, by a page that was closed before the answer.
  useEffect(() => {
    const hash = sentHash.read(id);
    if (hash) {
      tell({ type: "sent", hash, steps: Number.POSITIVE_INFINITY });
      tell({ type: "problem", text: "The refund was sent, but isn't recorded yet." });
    } else if (openTransfer.read(id)) tell({ type: "uncertain", text: UNCERTAIN });
  }, [id, tell]);
  return { state, send, sign: useSign(order), record, confirmUnsent };
}

/** Has the wallet sign the refund, which is then sent for it. One that was sent already is recorded by its own way. */
function useSign(order: {
  readonly refund: Refund;
  readonly instructions: Instructions;
  readonly sending: RefundSending;
  readonly tell: (action: SendAction) => void;
}) {
  const { refund, instructions, sending, tell } = order;
  const authorize = useAuthorize(refund);
  const signOnce = async (open: () => Promise<StepWallet>) => {
    tell({ type: "open" });
    try {
      const { network } = sending;
      await authorize(await signRefund(await open(), { instructions, network, tell }));
      tell({ type: "recorded" });
    } catch (error) {
      const text = error instanceof WalletTrouble ? error.message : problemOf(error).text;
      tell({ type: "problem", text });
    }
  };
  return (open: () => Promise<StepWallet>) => inOneTab(refund.id, tell, () => signOnce(open));
}

const inOneTab = (id: string, tell: (action: SendAction) => void, work: () => Promise<void>) =>
  alone(id, work).catch(() =>
    tell({ type: "problem", text: "This refund is being sent in another tab. Continue there." }),
  );

/**
 * Does the work when no other tab of this browser sends the same refund.
 * @throws Error another tab does
 */
async function alone(id: string, work: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return work();
  await navigator.locks.request(`stipend-refund:${id}`, { ifAvailable: true }, (lock) => {
    if (!lock) throw new Error("Another tab sends it");
    return work();
  });
}
