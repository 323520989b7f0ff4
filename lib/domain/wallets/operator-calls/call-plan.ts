import type { Address, Hex } from "@/lib/core/chain/hex";
import type { Context } from "@/lib/domain/platform/context";

export type PlanContext = Pick<Context, "db" | "config">;

/** Why a call is not made now, or not at all. Those of a contract are named after its errors. */
export type CallFailure = string;

/** What a call makes of the chain as it is. */
export type CallPlan = {
  /** What is so now, for people. */
  readonly now: string;
  /** Who has to sign; where several may, the first of them. */
  readonly signer: Address;
} & (
  | {
      readonly verdict: "call";
      readonly to: Address;
      readonly data: Hex;
      readonly gas: bigint;
      /** All who may sign, where it is not `signer` alone. */
      readonly signers?: readonly Address[];
      /** Wei. */
      readonly value: bigint;
    }
  /** What is wanted is so already, at the final block. */
  | { readonly verdict: "done" }
  /** It is looked at again. */
  | { readonly verdict: "wait"; readonly failure: CallFailure }
  /** It can never be made. */
  | { readonly verdict: "refuse"; readonly failure: CallFailure }
);

/** More than any call of the registry, of the processor's sweep, or about a subscription or keeper, uses. */
export const CALL_GAS = 300_000n;
