import type { SlotKind } from "@/lib/core/slot-kinds";
import { operatorCallTask } from "@/lib/domain/operator-calls/operator-call-task";
import { enrolmentTask } from "@/lib/domain/relay/enrolments/enrolment-task";
import { permitTask } from "@/lib/domain/relay/permits/permit-task";
import { settlementTask } from "@/lib/domain/relay/settlements/settlement-task";
import { renewalTask } from "@/lib/domain/renewals/renewal-task";
import type { RelayTask, WalletRole } from "./relay-task";

/** Everything that nonces are used for. */
export const relayTasks: readonly RelayTask[] = [
  settlementTask,
  enrolmentTask,
  permitTask,
  renewalTask,
  operatorCallTask,
];

/** The task of a slot; none of one that only uses its nonce up. */
export function taskOf(kind: SlotKind): RelayTask | undefined {
  return relayTasks.find(({ slotKinds }) => slotKinds.includes(kind));
}

/** What a wallet signs for. */
export function tasksOf(role: WalletRole): RelayTask[] {
  return relayTasks.filter(({ carriedBy }) => carriedBy.includes(role));
}
