import type { Db } from "@/db/client";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { invalidRequest, type Refusal } from "@/lib/core/errors";
import type { Context } from "@/lib/domain/platform/context";
import {
  chooseDeployment,
  refuseRegistry,
  usableDeployments,
} from "@/lib/domain/platform/deployments/choose-deployment";
import type { PaymentRequest } from "./payment-request";

/**
 * The deployment that a request is for: its session's, or the one on which something new of the merchant
 * would be opened. Where there is only one, nothing is asked.
 * @throws Refusal `invalid_request`: the mode has no such chain (`chain_unsupported`), the session is on another one
 * (`chain_mismatch`), or is of another registry than the one that is named (`merchant_mismatch`)
 * @throws Refusal `permission_denied` with `not_deployed`
 */
export async function chooseRequestDeployment(
  ctx: Pick<Context, "db" | "chains">,
  request: PaymentRequest,
): Promise<Deployment> {
  const { owner, chainId, registry } = request;
  const choice = { mode: owner.mode, chainId, registry, kind: "processor" } as const;
  const isNamed = ({ contracts }: Deployment) =>
    registry === undefined || contracts.registry.address === registry;
  const usable = usableDeployments(ctx, { ...choice, chainId: undefined, registry: undefined });
  const [first] = usable;
  const isOfChain = chainId === undefined || chainId === first.chainId;
  if (usable.length === 1 && isOfChain && isNamed(first)) return first;
  const pinned = await findPinned(ctx.db, request);
  const own = usable.find(({ id }) => id === pinned);
  if (own && chainId !== undefined && own.chainId !== chainId) {
    throw refuseOtherChain(own.chainId);
  }
  if (own && !isNamed(own)) throw refuseRegistry();
  if (own) return own;
  // The hosted page's session is missing, which is found out with the rest.
  if (owner.origin === "hosted") return first;
  return chooseDeployment(ctx, { ...choice, merchantId: owner.merchantId });
}

/** What was signed on a chain settles nothing on another one. @param chainId where the session is, if that is known */
export function refuseOtherChain(chainId?: number): Refusal {
  const where = chainId === undefined ? "another chain now" : `chain ${chainId}`;
  return invalidRequest("chainId", `The session is on ${where}.`, { reason: "chain_mismatch" });
}

async function findPinned(
  db: Db,
  { owner, sessionId, payment }: PaymentRequest,
): Promise<string | undefined> {
  const [row] = await db<{ deploymentId: string }[]>`
    select deployment_id from payment_sessions
    where mode = ${owner.mode}
      and ${owner.origin === "api" ? db`merchant_id = ${owner.merchantId}` : db`true`}
      and ${sessionId === undefined ? db`ref = ${payment.ref}` : db`id = ${sessionId}`}
    limit 1`;
  return row?.deploymentId;
}
