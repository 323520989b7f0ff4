import { setTimeout as sleep } from "node:timers/promises";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import type { DeploymentFile } from "@/lib/adapters/chain/deployment";
import { keyList } from "@/scripts/run/demo/demo-secrets";
import { connectJsonRpc } from "@/scripts/run/services/json-rpc";
import { createStipend, type Stipend, StipendError } from "@/sdk/src/index";
import { signPayment } from "@/sdk/src/payer/sign-payment";
import { signSubscription } from "@/sdk/src/payer/sign-subscription";
import type { DrillStage } from "./drill-stage";

const GIVE_UP_MS = 120_000;
const CYCLES = 3;

export const tell = (what: string) =>
  console.log(`${new Date().toISOString().slice(11, 19)}  ${what}`);

/** Says whether something is as it should be; if not, the drill ends with 1. */
export function expectThat(isSo: boolean, what: string): void {
  tell(`${isSo ? "ok    " : "FAILED"}  ${what}`);
  if (!isSo) process.exitCode = 1;
}

/** A merchant with its key, and one of its payers. */
export interface DrillHouse {
  readonly stipend: Stipend;
  /** Opens a session and pays it: at this deployment, and confirmed. */
  pay(deployment: DeploymentFile, when: string): Promise<void>;
  /** Tries to pay, which the relay refuses since the chain would. */
  payInVain(): Promise<void>;
  /** Makes a daily plan of three charges, and says its id. */
  plan(): Promise<string>;
  /** Subscribes at this deployment, and says the subscription's id once it is active. */
  subscribe(planId: string, deployment: DeploymentFile): Promise<string>;
  statusOf(subscriptionId: string): Promise<string>;
  /** Moves the clock of business and chain, and does what falls due. */
  advance(by: string): Promise<void>;
  /** How many charges of a subscription are in blocks. */
  chargesOf(subscriptionId: string): Promise<number>;
  /** What `/ready` says of the tokens; empty where nothing is wrong. */
  tokenTrouble(): Promise<string>;
  /** Waits until something is so, and says whether it has come to be. */
  until(what: string, isSo: () => Promise<boolean>): Promise<void>;
}

const AMOUNT = "2500000";
const isSame = (one: string, other: string | undefined) =>
  one.toLowerCase() === other?.toLowerCase();

/** The demo's merchant and its first wallet. */
export function openHouse({ baseUrl, secrets, settings }: DrillStage): DrillHouse {
  const [payerKey] = keyList(secrets.demo.DEMO_WALLET_PRIVATE_KEYS);
  if (!payerKey) throw new Error("the demo has wallets");
  const payer = privateKeyToAccount(payerKey);
  const stipend = createStipend({ baseUrl, key: secrets.demo.DEMO_SECRET_KEY_TEST });
  const request = connectJsonRpc(settings.TEST_RPC_URLS ?? "");
  const relay = (session: Session) => relayPayment(stipend, payer, session);
  const statusOf = async (id: string) => (await stipend.subscriptions.get({ id })).status;
  return {
    stipend,
    pay: async (deployment, when) => {
      const session = await openSession(stipend);
      const { processor } = deployment.contracts;
      expectThat(
        isSame(session.processorAddress, processor?.address),
        `a session ${when} uses ${session.processorAddress}`,
      );
      await relay(session);
      await until(`a payment ${when} is confirmed`, async () => {
        const { status } = await stipend.paymentSessions.get({ id: session.id });
        return status === "confirmed";
      });
    },
    payInVain: async () => {
      const refusal = await relay(await openSession(stipend)).catch((error: unknown) => error);
      const reason = refusal instanceof StipendError ? refusal.message : String(refusal);
      expectThat(refusal instanceof StipendError, `a payment is refused: ${reason}`);
    },
    plan: async () => {
      const price = { amount: AMOUNT, currency: "USDC", interval: "daily" } as const;
      const plan = { name: "Membership", ...price, maxCycles: CYCLES };
      return (await stipend.subscriptionPlans.create(plan)).id;
    },
    subscribe: async (planId, { contracts }) => {
      const latest = await request<{ timestamp: string }>("eth_getBlockByNumber", [
        "latest",
        false,
      ]);
      const subscriptionId = await enrol(stipend, payer, { planId, now: BigInt(latest.timestamp) });
      const { subscriptionsAddress } = await stipend.checkout.getPlan({ id: planId });
      expectThat(
        isSame(subscriptionsAddress, contracts.subscriptions?.address),
        `the plan uses ${subscriptionsAddress}`,
      );
      await until("the subscription is active", async () => {
        return (await statusOf(subscriptionId)) === "active";
      });
      return subscriptionId;
    },
    statusOf,
    advance: (by) => advanceClock(stipend, by),
    chargesOf: async (subscriptionId) => {
      const { data } = await stipend.transactions.list({ subscriptionId });
      return data.length;
    },
    tokenTrouble: () => readTokenTrouble(baseUrl),
    until,
  };
}

type Session = Awaited<ReturnType<typeof openSession>>;

async function openSession(stipend: Stipend) {
  const { id } = await stipend.paymentSessions.create({ amount: AMOUNT, currency: "USDC" });
  return stipend.checkout.getSession({ id });
}

async function relayPayment(
  stipend: Stipend,
  payer: PrivateKeyAccount,
  session: Session,
): Promise<void> {
  const token = await tokenOf(stipend, session);
  await stipend.relay.pay(await signPayment(payer, { session, token, agreed: { amount: AMOUNT } }));
}

async function readTokenTrouble(baseUrl: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/ready`);
  const { checks } = (await answer.json()) as { checks: Record<string, { detail: string }> };
  return checks.tokens?.detail ?? "";
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  let hasCome = await isSo();
  for (; !hasCome && performance.now() < giveUpAt; hasCome = await isSo()) await sleep(250);
  expectThat(hasCome, what);
}

/** A long way takes several requests; at its end, work that waits for a chain may be left. */
async function advanceClock(stipend: Stipend, by: string): Promise<void> {
  const options = { timeoutMs: 120_000 };
  let clock = await stipend.testClock.advance({ by }, options);
  while (Date.parse(clock.now) < Date.parse(clock.target)) {
    clock = await stipend.testClock.advance({ to: clock.target }, options);
  }
}

function tokenOf(stipend: Stipend, of: { tokenAddress: string; chainId: number }) {
  return stipend.tokens.get({ address: of.tokenAddress, chainId: of.chainId });
}

/** The payer signs permit and terms, from now on by the chain's time. */
async function enrol(
  stipend: Stipend,
  payer: PrivateKeyAccount,
  { planId, now }: { planId: string; now: bigint },
): Promise<string> {
  const plan = await stipend.checkout.getPlan({ id: planId });
  const token = await tokenOf(stipend, plan);
  const { nonce } = await stipend.tokens.getPermitNonce({
    ...{ address: plan.tokenAddress, chainId: plan.chainId, owner: payer.address },
  });
  const agreed = { amount: AMOUNT, cycles: CYCLES };
  const signed = await signSubscription(payer, { plan, token, permitNonce: nonce, agreed, now });
  const { subscriptionId } = await stipend.relay.subscribe(signed);
  if (!subscriptionId) throw new Error("an enrolment has a subscription");
  return subscriptionId;
}
