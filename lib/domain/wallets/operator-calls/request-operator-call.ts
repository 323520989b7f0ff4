import { type TransactionSql, transaction } from "@/db/client";
import { notFound } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { wakes } from "@/lib/core/operations/wakes";
import { type AuditedActor, recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import type { OperatorCallRow, WantedCall } from "./wanted-call";
import { withdrawFalls } from "./withdraw-fees";

/**
 * Writes down what is to be so on a chain. The relay plans the call, signs it with the operator's wallet
 * and follows it to finality; calls about the same thing are made one after the other, in the order in
 * which they were asked for. A fee takes back the falls that a merchant's tier has planned for later in the same registry.
 * @throws Refusal `not_found`: there is no such merchant
 */
export async function requestOperatorCall(
  ctx: Pick<Context<AuditedActor>, "db" | "actor" | "requestId">,
  wanted: WantedCall,
): Promise<OperatorCallRow> {
  return transaction(ctx.db, async (tx) => {
    if ("merchantId" in wanted) {
      const { kind, merchantId, deployment } = wanted;
      const lock = kind === "set_fee" ? tx`for no key update` : tx`for share`;
      const known = await tx`select from merchants where id = ${merchantId} ${lock}`;
      if (known.length === 0) throw notFound("merchant");
      if (kind === "set_fee") await withdrawFalls(tx, { merchantId, deploymentId: deployment.id });
    }
    const { actor } = ctx;
    const row = await queueCall(tx, requesterOf(actor), wantedColumns(wanted));
    await recordAudit(ctx, tx, {
      action: `operator_call.${row.kind}`,
      subject: { type: "operator_call", id: row.id },
      owner: { merchantId: row.merchantId, mode: row.mode },
      before: null,
      after: { ...row },
    });
    return row;
  });
}

/** Who asks for a call, and why. */
interface Requester {
  readonly name: string;
  readonly reason: string | null;
}

function requesterOf(actor: AuditedActor): Requester {
  if (actor.kind === "operator") return actor;
  if (actor.kind !== "admin") return { name: "job", reason: null };
  return { name: actor.adminId, reason: actor.reason ?? null };
}

/** What the table's columns say of what is wanted. */
export type WantedColumns = Pick<OperatorCallRow, "kind" | "chainId"> &
  Partial<Omit<OperatorCallRow, "id" | "number" | "subject" | "state" | "kind" | "chainId">>;

/**
 * Queues a call within the transaction of what asks for it, and wakes the relay. A merchant who is suspended here is
 * suspended in each registry that admits them.
 */
export async function queueCall(
  tx: TransactionSql,
  by: Requester,
  columns: WantedColumns,
): Promise<OperatorCallRow> {
  const requested = { requestedBy: by.name, reason: by.reason };
  const [row] = await tx<OperatorCallRow[]>`
    insert into operator_calls ${tx({ id: newId("operatorCall"), ...columns, ...requested })}
    returning *`;
  if (!row) throw new Error("an insert gives its row");
  await wake(tx, wakes.relay, { chainId: row.chainId });
  if (row.kind === "register" && (await isSuspended(tx, row))) {
    const { chainId, deploymentId, mode, merchantId } = row;
    await queueCall(tx, by, { kind: "suspend", chainId, deploymentId, mode, merchantId });
  }
  return row;
}

async function isSuspended(
  tx: TransactionSql,
  { merchantId }: Pick<OperatorCallRow, "merchantId">,
): Promise<boolean> {
  const suspended = await tx`
    select from merchants where id = ${merchantId} and status = 'suspended'`;
  return suspended.length > 0;
}

function wantedColumns(wanted: WantedCall): WantedColumns {
  if (wanted.kind === "sweep_wallet") {
    const { kind, chain, wallet, recipient } = wanted;
    return { kind, chainId: chain.id, wallet, recipient };
  }
  const { deployment, token: tokenAddress, ...rest } = { token: null, ...wanted };
  const { id: deploymentId, mode, chainId } = deployment;
  return { ...rest, deploymentId, mode, chainId, tokenAddress };
}
