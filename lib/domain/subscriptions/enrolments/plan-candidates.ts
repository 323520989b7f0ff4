import { type Deployment, deploymentById } from "@/lib/adapters/chain/chains";
import { hasCode } from "@/lib/adapters/chain/reads/tokens";
import { enrolmentFailure } from "@/lib/adapters/chain/rpc/revert-reason";
import type { Context } from "@/lib/domain/platform/context";
import { awaitCreation } from "@/lib/domain/wallets/creations/await-creation";
import { creationCandidate } from "@/lib/domain/wallets/creations/creation-candidate";
import { type CreationRow, findOpenCreations } from "@/lib/domain/wallets/creations/creation-rows";
import { postponeSubmissions } from "@/lib/domain/wallets/queue/postpone-submissions";
import type { Candidate } from "@/lib/domain/wallets/relay-task";
import { enrolmentCandidate } from "./enrolment-candidate";
import { type EnrolmentRow, enrolmentOf } from "./enrolment-rows";
import { enrolmentCall } from "./simulate-enrolment";

type RelayContext = Pick<Context, "db" | "chains">;

/**
 * A call for each enrolment, or for the creation of its payer's wallet where that has no code yet. Those whose wallet is
 * being created wait.
 * @throws RpcError, RpcUnavailable
 */
export async function planCandidates(
  ctx: RelayContext,
  rows: readonly EnrolmentRow[],
): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  for (const row of rows) {
    const candidate = await planCandidate(ctx, row);
    if (candidate) candidates.push(candidate);
  }
  return candidates;
}

async function planCandidate(ctx: RelayContext, row: EnrolmentRow): Promise<Candidate | null> {
  const { db } = ctx;
  const deployment = deploymentById(ctx.chains, row.deploymentId);
  const creation = row.payerHasCode ? await findNeeded(ctx, deployment, row) : undefined;
  if (!creation) return enrolmentCandidate(db, deployment, row);
  if (creation.state === "queued") return payerCreation(ctx, deployment, row, creation);
  await awaitCreation(db, [row.id]);
  return null;
}

async function findNeeded(
  { db }: RelayContext,
  { chain }: Deployment,
  { payer }: EnrolmentRow,
): Promise<CreationRow | undefined> {
  const open = (await findOpenCreations(db, chain.id, [payer])).get(payer);
  return open && (await hasCode(chain.rpc, payer)) ? undefined : open;
}

function payerCreation(
  { db }: RelayContext,
  deployment: Deployment,
  row: EnrolmentRow,
  creation: CreationRow,
): Candidate {
  return creationCandidate(db, deployment, {
    row: creation,
    call: enrolmentCall(deployment, enrolmentOf(deployment, row), true),
    refused: async (data) => {
      const failure = data === null ? "signature_invalid" : enrolmentFailure(data);
      await postponeSubmissions(db, [{ id: row.id, failure }]);
    },
  });
}
