import type { Hex } from "@/lib/core/chain/hex";

type Keys = Readonly<
  Record<
    "RELAYER_PRIVATE_KEYS" | "OPERATOR_PRIVATE_KEY" | "FAUCET_PRIVATE_KEY" | "AGENT_PRIVATE_KEY",
    readonly Hex[]
  >
>;

/**
 * Checks that wallets have one task each.
 * @throws Error a key is where another setting has it
 */
export function checkKeys(keys: Keys): void {
  checkOperatorKey(keys);
  checkAgentKey(keys);
}

/** A wallet has one counter, and the operator's calls must not wait behind payments that are stuck. */
function checkOperatorKey({ RELAYER_PRIVATE_KEYS, OPERATOR_PRIVATE_KEY }: Keys): void {
  const relayers = new Set(RELAYER_PRIVATE_KEYS.map((key) => key.toLowerCase()));
  if (OPERATOR_PRIVATE_KEY.every((key) => !relayers.has(key.toLowerCase()))) return;
  throw new Error("OPERATOR_PRIVATE_KEY must have no key that RELAYER_PRIVATE_KEYS has");
}

/** Owners name this one wallet in their treasuries. It holds no other right, so that its theft gives no other. */
function checkAgentKey(keys: Keys): void {
  const { AGENT_PRIVATE_KEY, RELAYER_PRIVATE_KEYS, OPERATOR_PRIVATE_KEY, FAUCET_PRIVATE_KEY } =
    keys;
  if (AGENT_PRIVATE_KEY.length > 1) throw new Error("AGENT_PRIVATE_KEY must be one key");
  const others = [RELAYER_PRIVATE_KEYS, OPERATOR_PRIVATE_KEY, FAUCET_PRIVATE_KEY].flat();
  const taken = new Set(others.map((key) => key.toLowerCase()));
  if (AGENT_PRIVATE_KEY.every((key) => !taken.has(key.toLowerCase()))) return;
  throw new Error("AGENT_PRIVATE_KEY must be no key that another setting has");
}
