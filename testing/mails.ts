import { setTimeout as sleep } from "node:timers/promises";
import { localChainId } from "@/lib/adapters/chain/presets";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import type { WebhookWorld } from "./webhook-world";

/** A final payment, as far as mails tell of it. */
export interface PaidSession {
  mode?: Mode;
  chainId?: number;
  /** Where the receipt goes, and for whose payment. */
  receipt?: { email: string; isPayers: boolean } | null;
  description?: string;
}

const address = (digit: string) => `0x${digit.repeat(40)}`;
const payer = address("5");

/** Stores a confirmed payment of a merchant, without a chain. @returns the ids of transaction and session */
export async function insertPayment(
  { db }: WebhookWorld,
  merchantId: string,
  { mode = "test", chainId = localChainId, receipt = null, description }: PaidSession = {},
): Promise<{ transactionId: string; sessionId: string }> {
  const [deploymentId, sessionId, transactionId] = [
    newId("deployment"),
    newId("paymentSession"),
    newId("transaction"),
  ];
  const hash = db`sha256(${sessionId}::text::bytea)`;
  await db`insert into deployments ${db({
    id: deploymentId,
    mode,
    chainId,
    usdc: address("2"),
    genesisHash: `0x${"1".repeat(64)}`,
    tokens: {},
  })}`;
  await db`
    insert into payment_sessions (id, merchant_id, mode, deployment_id, amount, currency, token_address,
      ref, status, created_via, expires_at, description, receipt_email, receipt_wallet)
    values (${sessionId}, ${merchantId}, ${mode}, ${deploymentId}, 1234500000, 'USDC', ${address("2")},
      ${hash}, 'confirmed', 'api', now(), ${description ?? null}, ${receipt?.email ?? null},
      ${receipt ? (receipt.isPayers ? payer : address("6")) : null})`;
  await db`
    insert into transactions (id, merchant_id, mode, deployment_id, type, status, amount, currency, fee,
      net_amount, fee_bps, from_address, to_address, token_address, payment_id, chain_id, tx_hash,
      log_index, block_number, block_timestamp, session_id)
    values (${transactionId}, ${merchantId}, ${mode}, ${deploymentId}, 'payment', 'confirmed', 1234500000,
      'USDC', 12345000, 1222155000, 100, ${payer}, ${address("7")}, ${address("2")}, ${hash}, ${chainId},
      ${hash}, 0, 1, '2026-01-02T03:04:05Z', ${sessionId})`;
  return { transactionId, sessionId };
}

/** Queues mails as they are, beside what they would tell of. @returns their ids */
export async function insertMails(
  { db, merchantId }: Pick<WebhookWorld, "db" | "merchantId">,
  recipients: readonly string[],
  kind: string = "payment_receipt",
): Promise<string[]> {
  const facts = {
    businessName: "Aurora Coffee",
    sessionId: "ps_1",
    description: "Two coffees",
    amount: "1234500000",
    fee: "12345000",
    netAmount: "1222155000",
    currency: "USDC",
    chainId: localChainId,
    txHash: `0x${"a".repeat(64)}`,
    payer,
    paidAt: "2026-01-02T03:04:05+00:00",
  };
  const ids: string[] = [];
  for (const recipient of recipients) {
    const id = newId("mail");
    ids.push(id);
    await db`insert into mails ${db({
      id,
      merchantId,
      mode: "test",
      kind,
      recipient,
      facts,
      dedupeKey: `${kind}:${id}`,
    })}`;
  }
  // Times are kept to the millisecond: a mail may be due half of one after it was written.
  await sleep(2);
  return ids;
}
