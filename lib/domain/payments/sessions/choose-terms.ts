import { type Deployment, deploymentsOf, type Token } from "@/lib/adapters/chain/chains";
import type { Currency } from "@/lib/core/amounts/money";
import type { ContractKind } from "@/lib/core/chain/contract-kinds";
import { invalidRequest } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/platform/context";
import {
  chooseDeployment,
  registeredIn,
} from "@/lib/domain/platform/deployments/choose-deployment";

/** Whose session it is: a merchant's, also where a buyer asks for it. */
export interface SessionOwner {
  readonly actor: { readonly merchantId: string; readonly mode: Mode };
}

/** Where something is paid, and in which token. */
export interface SessionTerms {
  readonly deployment: Deployment;
  readonly token: Token;
  /** The chain was named, and is not only the first choice. */
  readonly chainFixed: boolean;
}

/**
 * Chooses where something new of a merchant is paid, by the kind of contract that takes it.
 * @throws Refusal as `chooseDeployment`
 * @throws Refusal `invalid_request` with `token_unsupported`: the chain has no token for the currency
 */
export async function chooseTerms(
  ctx: Pick<Context, "db" | "chains"> & SessionOwner,
  { chainId, currency }: { chainId?: number; currency: Currency },
  kind: Extract<ContractKind, "processor" | "subscriptions"> = "processor",
): Promise<SessionTerms> {
  const { mode, merchantId } = ctx.actor;
  const deployment = await chooseDeployment(ctx, { mode, merchantId, chainId, kind, currency });
  const token = deployment.tokens[currency];
  if (token) return { deployment, token, chainFixed: chainId !== undefined };
  throw tokenUnsupported(`${currency} is not available on this chain.`);
}

const tokenUnsupported = (message: string) =>
  invalidRequest("currency", message, { reason: "token_unsupported" });

/**
 * Refuses what is to be sold in a currency that no chain has on which its merchant is, or could be: it could not be paid.
 * @throws Refusal `invalid_request` with `token_unsupported`
 */
export async function refuseUnsupported(
  { db, chains, actor }: Pick<Context, "db" | "chains"> & SessionOwner,
  currency: Currency | undefined,
): Promise<void> {
  if (!currency) return;
  const all = deploymentsOf(chains, actor.mode);
  const registered = await registeredIn(db, actor);
  const own = all.filter(({ id }) => registered.has(id));
  const open = own.length > 0 ? own : all;
  if (open.length === 0 || open.some(({ tokens }) => tokens[currency])) return;
  throw tokenUnsupported(`${currency} is not available in ${actor.mode} mode.`);
}
