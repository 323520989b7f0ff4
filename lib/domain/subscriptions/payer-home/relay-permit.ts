import { type Db, transaction } from "@/db/client";
import { stateList } from "@/db/state-list";
import { permitCall, type SignedPermit } from "@/lib/adapters/chain/calls/permit-call";
import { relayersOf } from "@/lib/adapters/chain/calls/relayer";
import { isSignedBy, signatureBytes } from "@/lib/adapters/chain/calls/signatures";
import { simulateCall } from "@/lib/adapters/chain/calls/simulate-call";
import { committedOf } from "@/lib/adapters/chain/calls/subscription-calls";
import { permitDigest } from "@/lib/adapters/chain/calls/subscription-terms";
import { unwrapSignature } from "@/lib/adapters/chain/calls/wallet-creation";
import { latestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { hasCode, permitNonceOf } from "@/lib/adapters/chain/reads/tokens";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import { screenAddress } from "@/lib/adapters/screening/screen-address";
import type { PermitProgress, RelayPermitInput } from "@/lib/contract/subscriptions/payer-home";
import { digits } from "@/lib/core/amounts/money";
import { type Bytes32, type Hex, zeroAddress } from "@/lib/core/chain/hex";
import { invalidRequest, invalidState, notFound, Refusal, unavailable } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { wakes } from "@/lib/core/operations/wakes";
import type { ApiReason } from "@/lib/core/refusal-reasons";
import { openPermitStates } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { spendGasBudget } from "@/lib/domain/wallets/gas-budget";
import { findOwnAllowance, type OwnAllowance } from "./build-permit";
import type { Payer } from "./payer-session";

/** From the newest block on: a permit that lies about for longer could undo what the payer has set since. */
const MOST_SECONDS = 3_600n;
/** Each costs gas, and nothing is charged for it. */
const MOST_A_DAY = 20;

/**
 * Takes a permit that a payer who is signed in has signed, and has it carried to its token at no cost to the payer. The
 * same one may come again.
 * @throws Refusal `not_found`: the payer has no subscription there
 * @throws Refusal `invalid_request` with `signature_invalid`, `wallet_not_deployed`, `permit_nonce_stale`, `expired`,
 * `validity_too_long`, `permit_too_low`, `payer_blocked`, `simulation_failed`
 * @throws Refusal `session_invalid_state` with `permit_pending`; `api_error` with `chain_unavailable`
 * @throws Refusal `rate_limited`: too many of the payer's in a day, or a budget of the day for gas
 */
export async function relayOwnPermit(
  ctx: Pick<Context, "db" | "chains" | "config" | "ip">,
  payer: Payer,
  given: RelayPermitInput,
): Promise<PermitProgress> {
  const { db } = ctx;
  const own = await findOwnAllowance(ctx, payer, given);
  const input = readForm(given);
  const known = await findOpen(db, payer, own);
  if (known) return isSame(known, input) ? known : refuseSecond();
  const permit = await examine(ctx, payer, own, input);
  await checkDay(db, payer);
  const { deployment, token } = own;
  return transaction(db, async (tx) => {
    const id = newId("payerPermit");
    const { count } = await tx`
      insert into payer_permits (id, chain_id, deployment_id, mode, payer, token_address, value,
        deadline, nonce, signature, payer_has_code)
      values (${id}, ${deployment.chainId}, ${deployment.id}, ${payer.mode}, ${payer.payer},
        ${token.address}, ${digits(permit.permitValue)}, ${digits(permit.permitDeadline)},
        ${digits(permit.permitNonce)}, ${permit.signature}, ${permit.payerHasCode})
      on conflict do nothing`;
    const open = await findOpen(tx, payer, own);
    if (!open || !isSame(open, input)) return refuseSecond();
    if (count === 0) return open;
    await wake(tx, wakes.relay, { chainId: deployment.chainId });
    // The last, since permits from one network wait for each other's counters.
    await spendGasBudget(tx, ctx.config, { merchantId: null, ...payer, ip: ctx.ip });
    return open;
  });
}

/**
 * How far a payer's permit is.
 * @throws Refusal `not_found`: it is not the payer's, or of another mode
 */
export async function readOwnPermit(
  { db }: Pick<Context, "db">,
  { payer, mode }: Payer,
  { id }: { id: string },
): Promise<PermitProgress> {
  const [row] = await db<SentPermit[]>`
    select id, state, tx_hash from payer_permits
    where id = ${id} and payer = ${payer} and mode = ${mode}`;
  if (!row) throw notFound("subscription");
  return row;
}

/** How far a permit is, as it is stored. */
interface SentPermit extends PermitProgress {
  readonly txHash: Bytes32 | null;
}

interface Open extends SentPermit {
  readonly signature: Hex;
}

async function findOpen(
  db: Db,
  { payer }: Payer,
  { deployment, token }: OwnAllowance,
): Promise<Open | null> {
  const [row] = await db<Open[]>`
    select id, state, tx_hash, signature from payer_permits
    where payer = ${payer} and deployment_id = ${deployment.id} and token_address = ${token.address}
      and state in (${stateList(db, openPermitStates)})`;
  return row ?? null;
}

const isSame = (open: Open, { signature }: RelayPermitInput): boolean =>
  open.signature === signature;

function refuseSecond(): never {
  throw invalidState("An earlier permit is on its way.", { reason: "permit_pending" });
}

interface PermitForm extends RelayPermitInput {
  /** The signature said how the wallet is created, too. */
  readonly isWrapped: boolean;
}

/** The signature as the token takes it: a wallet that has code may still wrap its own (ERC-6492). */
function readForm(given: RelayPermitInput): PermitForm {
  const read = unwrapSignature(signatureBytes(given.signature));
  if (!read) return refuseSignature();
  return { ...given, signature: signatureBytes(read.signature), isWrapped: read.creation !== null };
}

async function examine(
  ctx: Pick<Context, "config">,
  { payer }: Payer,
  own: OwnAllowance,
  input: PermitForm,
): Promise<SignedPermit> {
  const { value, nonce, deadline, isWrapped } = input;
  const screening = screenAddress({ ...ctx, chain: own.deployment.chain, address: payer });
  const [{ result }, at] = await Promise.all([screening, readChain(own, payer)]);
  if (result === "blocked") refuse("signature", "payer_blocked", "This payer cannot be served.");
  if (isWrapped && !at.payerHasCode) {
    refuse("signature", "wallet_not_deployed", "The token cannot verify ERC-6492.");
  }
  if (deadline <= at.time) refuse("deadline", "expired", "The deadline has passed.");
  if (deadline > at.time + MOST_SECONDS) {
    refuse(
      "deadline",
      "validity_too_long",
      `The deadline must be at most ${MOST_SECONDS} seconds ahead.`,
    );
  }
  if (nonce !== at.nonce) {
    const message = "The permit's nonce is not the current one: sign again.";
    refuse("nonce", "permit_nonce_stale", message, { currentNonce: at.nonce.toString() });
  }
  if (value < at.committed) {
    const message = `The permit must hold ${at.committed}.`;
    refuse("value", "permit_too_low", message, { needed: at.committed.toString() });
  }
  const permit: SignedPermit = {
    payer,
    token: own.token.address,
    permitValue: value,
    permitNonce: nonce,
    permitDeadline: deadline,
    signature: input.signature,
    payerHasCode: at.payerHasCode,
  };
  await checkSignature(ctx, own, permit);
  return permit;
}

async function checkSignature(
  { config }: Pick<Context, "config">,
  { deployment, token }: OwnAllowance,
  permit: SignedPermit,
): Promise<void> {
  const digest = permitDigest(deployment, token, permit);
  const isKeys = await isSignedBy(permit.payer, digest, permit.signature);
  if (!isKeys && !permit.payerHasCode) refuseSignature();
  const from = relayersOf(config)[0]?.address ?? zeroAddress;
  const rpc = rpcWithin(deployment.chain.rpc, requestMs);
  const call = { from, ...permitCall(deployment, permit) };
  const simulation = await simulateCall(rpc, call).catch(refuseAway);
  if (!simulation.reverted) return;
  if (permit.payerHasCode) refuseSignature();
  refuse("signature", "simulation_failed", "The token refuses the permit.");
}

function refuseSignature(): never {
  refuse("signature", "signature_invalid", "This is not the payer's signature of this permit.");
}

async function readChain({ deployment, token }: OwnAllowance, payer: Payer["payer"]) {
  const rpc = rpcWithin(deployment.chain.rpc, requestMs);
  const [block, payerHasCode, nonce, committed] = await Promise.all([
    latestBlock(deployment.chain, rpc),
    hasCode(rpc, payer),
    permitNonceOf(rpc, token.address, payer),
    committedOf(rpc, deployment, { payer, token: token.address }),
  ]).catch(refuseAway);
  return { time: block.timestamp, payerHasCode, nonce, committed };
}

function refuseAway(error: unknown): never {
  if (!isChainTrouble(error)) throw error;
  throw unavailable("chain_unavailable", "The chain does not answer: try again.");
}

async function checkDay(db: Db, { payer, mode }: Payer): Promise<void> {
  const recent = await db`
    select from payer_permits
    where payer = ${payer} and mode = ${mode} and created_at > clock_now() - interval '1 day'
    limit ${MOST_A_DAY}`;
  if (recent.length < MOST_A_DAY) return;
  throw new Refusal("rate_limited", `A wallet can send at most ${MOST_A_DAY} permits a day.`, {
    details: { reason: "too_many_requests" },
  });
}

function refuse(
  param: string,
  reason: ApiReason,
  message: string,
  details: { needed?: string; currentNonce?: string } = {},
): never {
  throw invalidRequest(param, message, { reason, ...details });
}
