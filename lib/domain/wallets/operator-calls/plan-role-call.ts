import {
  type OperatorRole,
  operatorRoleData,
  readOperatorRole,
} from "@/lib/adapters/chain/calls/operator-role-calls";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import { type Address, checksumAddress, type Hex } from "@/lib/core/chain/hex";
import { CALL_GAS, type CallPlan } from "./call-plan";

/** A step of handing a registry's operator role over. */
export type RoleStep =
  /** The operator offers its role. */
  | { readonly kind: "offer"; readonly to: Address }
  /** The admin announces another operator. */
  | { readonly kind: "announce"; readonly to: Address }
  /** The operator refuses whom the admin announced. */
  | { readonly kind: "veto" }
  /** The announced account takes the role, or, without one, the account that was offered it. */
  | { readonly kind: "accept" };

/**
 * Plans a step of handing the operator role over. Its signer is an account whose key need not be here.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function planRoleCall(deployment: Deployment, step: RoleStep): Promise<CallPlan> {
  const registry = addressOf(deployment, "registry");
  const role = await readOperatorRole(deployment.chain.rpc, registry);
  const now = roleLines(role).join(" ");
  const call = (signer: Address, data: Hex): CallPlan => {
    return { verdict: "call", to: registry, data, gas: CALL_GAS, value: 0n, now, signer };
  };
  switch (step.kind) {
    case "offer":
      return call(role.operator, operatorRoleData.transfer(step.to));
    case "announce":
      return call(role.admin, operatorRoleData.announce(step.to));
    case "veto":
      return call(role.operator, operatorRoleData.veto());
    case "accept":
      if (role.announced) return call(role.announced, operatorRoleData.acceptAnnounced());
      if (role.pending) return call(role.pending, operatorRoleData.accept());
      return { verdict: "refuse", failure: "nothing_announced", now, signer: role.operator };
  }
}

const instant = (seconds: bigint) => new Date(Number(seconds) * 1_000).toISOString();

/** Who has the role and who may get it, for people. */
export function roleLines(role: OperatorRole): string[] {
  const { operator, admin, pending, announced, acceptableAt, vetoedAt } = role;
  const veto =
    vetoedAt === 0n ? "has its veto" : `used its veto of this term at ${instant(vetoedAt)}`;
  return [
    `The registry's operator is ${checksumAddress(operator)}, and ${veto}.`,
    `Its admin is ${checksumAddress(admin)}.`,
    ...(pending ? [`The operator offers its role to ${checksumAddress(pending)}.`] : []),
    ...(announced
      ? [
          `The admin announced ${checksumAddress(announced)} as operator: it may take over from ${instant(acceptableAt)} on, unless the operator vetoes.`,
        ]
      : []),
  ];
}
