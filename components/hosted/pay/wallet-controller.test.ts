import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "@/lib/client/store";
import type { FoundWallet } from "@/lib/client/wallet/provider";
import type {
  Answer,
  PayActions,
  PayPage,
  SigningRequest,
} from "@/lib/contract/payments/hosted-pay";
import { termsNonce } from "@/sdk/src/payer/terms-nonce";
import { walletPart } from "./later-screens";
import { payOnChain } from "./pay-on-chain";
import { reducePay } from "./pay-reducer";
import { initialPayState } from "./pay-state";
import { prepareSigning } from "./prepare-signing";
import { shownTerms } from "./shown-terms";
import { prepareAhead, resendSigned, signAndPay } from "./sign-and-pay";
import { WalletController, walletSteps } from "./wallet-controller";

const first = "0x00000000000000000000000000000000000000A1";
const second = "0x00000000000000000000000000000000000000B2";
const wait: PayPage["status"] = {
  status: "open",
  txHash: null,
  refundTxHash: null,
  from: null,
  to: null,
  failureCode: null,
  submittedAt: null,
  seenAt: null,
  expectedFinalAt: null,
  confirmedAt: null,
  chainId: 8453,
  asOf: "2026-11-20T12:00:00.000000Z",
};
const page = {
  sessionId: "ps_1",
  amount: "49000000",
  merchantId: "7",
  tokenAddress: `0x${"1".repeat(40)}`,
  processorAddress: `0x${"2".repeat(40)}`,
  registryAddress: `0x${"6".repeat(40)}`,
  signatures: 1,
  network: { chainId: 8453 },
  chains: [] as PayPage["chains"],
  status: wait,
  testWallet: false,
} as PayPage;

/** What the server words for one signature, of an amount that a test may change. */
function requestFor(payer: string, value = page.amount): SigningRequest {
  const { merchantId, tokenAddress: token, processorAddress: to, amount } = page;
  const registry = page.registryAddress;
  const terms = shownTerms(page, payer);
  const { ref } = terms;
  const nonce = termsNonce({ ...terms, salt: "0" });
  const validBefore = "1795364582";
  return {
    signatures: 1,
    salt: "0",
    authorization: {
      domain: { name: "USD Coin", version: "2", chainId: 8453, verifyingContract: token },
      types: {},
      primaryType: "ReceiveWithAuthorization",
      message: { from: payer, to, value, validAfter: "0", validBefore, nonce },
    },
    signed: { payer, registry, merchantId, token, amount, ref, nonce, validBefore },
    secondsToSign: 900,
    signBefore: wait.asOf,
  };
}

const ok = async <T>(value: T): Promise<Answer<T>> => ({ ok: true, value });
const actions: PayActions = {
  checkWallet: () => ok({ balance: "50000000", code: "none" as const, blocked: false }),
  readBalances: () => ok([]),
  moveSession: () => ok(null),
  requestSignatures: ({ payer }) => ok(requestFor(payer)),
  relay: () => ok(wait),
  recordPayer: () => ok(null),
  mintTestTokens: () => ok(null),
};

/** A wallet that shares `shared` without asking, and tells of changes. */
function walletOf(shared: string[]) {
  const listeners = new Map<string, (payload: unknown) => void>();
  const calls: string[] = [];
  const wallet: FoundWallet = {
    id: "example.wallet",
    name: "Example Wallet",
    icon: null,
    provider: {
      async request({ method }) {
        calls.push(method);
        if (method === "eth_chainId") return "0x2105";
        if (method === "eth_requestAccounts") return [first];
        if (method === "eth_accounts") return shared;
        if (method === "eth_signTypedData_v4") return `0x${"5a".repeat(65)}`;
        throw Object.assign(new Error("unsupported"), { code: 4200 });
      },
      on: (event, listener) => listeners.set(event, listener),
    },
  };
  return {
    wallet,
    calls,
    tell: (account: string) => listeners.get("accountsChanged")?.([account]),
  };
}

function controllerFor({ status = wait, ...changed }: Partial<PayActions & PayPage> = {}) {
  const store = createStore(reducePay, initialPayState(status, 0));
  return new WalletController({ ...page, ...changed, status }, { ...actions, ...changed }, store);
}

let kept: Map<string, string>;
beforeEach(async () => {
  await Promise.all([walletSteps.load(), walletPart.load()]);
  kept = new Map();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Whatever was begun without waiting has asked the wallet by then. */
const allDone = () => new Promise((resolve) => setImmediate(resolve));

async function connected(changed: Partial<PayActions> = {}) {
  const controller = controllerFor(changed);
  const { wallet, calls, tell } = walletOf([first]);
  controller.found([wallet], true);
  await controller.connect(wallet.id);
  return { controller, wallet, calls, tell };
}

test("an account that is left and chosen again has its request back", async () => {
  const { controller, tell } = await connected();
  const before = await prepareSigning(controller);
  expect(controller.connected?.request).toBe(before?.request);
  tell(second);
  expect(controller.connected).toMatchObject({ account: second, request: null });
  tell(first);
  expect(controller.connected).toMatchObject({ account: first, request: null });
  const after = await prepareSigning(controller);
  expect(after?.request).toBe(before?.request);
  expect(controller.connected?.request).toBe(before?.request);
});

test("a wallet is taken up again after a reload, without asking its user", async () => {
  await connected();
  const again = controllerFor();
  const { wallet, calls } = walletOf([first]);
  again.found([wallet], true);
  await expect.poll(() => again.connected?.check).toBeTruthy();
  expect(again.connected?.account).toBe(first);
  expect(calls).not.toContain("eth_requestAccounts");
});

test("not where it shares nothing any more, was left, or there is nothing to pay", async () => {
  const { controller } = await connected();
  const forgotten = walletOf([]);
  const without = controllerFor();
  without.found([forgotten.wallet], true);
  await expect.poll(() => forgotten.calls).toEqual(["eth_accounts"]);
  expect(without.connected).toBeNull();

  const paid = walletOf([first]);
  controllerFor({ status: { ...wait, status: "confirmed" } }).found([paid.wallet], true);
  await allDone();
  expect(paid.calls).toEqual([]);

  controller.leave();
  const left = walletOf([first]);
  controllerFor().found([left.wallet], true);
  await allDone();
  expect(left.calls).toEqual([]);
});

test("a wallet that does not know the chain is not in the list", () => {
  const controller = controllerFor();
  const { wallet } = walletOf([]);
  const phantom = { ...wallet, id: "app.phantom" };
  controller.found([wallet, phantom], true);
  expect(controller.store.get().wallets).toHaveLength(2);
  const elsewhere = new WalletController(
    { ...page, network: { ...page.network, chainId: 5042 } },
    actions,
    createStore(reducePay, initialPayState(wait, 0)),
  );
  elsewhere.found([wallet, phantom], true);
  expect(elsewhere.store.get().wallets.map(({ id }) => id)).toEqual(["example.wallet"]);
});

test("one signature is asked for once, and relayed with how its nonce was made", async () => {
  const relayed: unknown[] = [];
  const relay: PayActions["relay"] = (input) => {
    relayed.push(input);
    return ok({ ...wait, status: "submitted" as const, asOf: "2026-11-20T12:00:01.000000Z" });
  };
  const { controller, calls } = await connected({ relay });
  await signAndPay(controller, "");
  expect(calls.filter((method) => method === "eth_signTypedData_v4")).toHaveLength(1);
  expect(relayed).toMatchObject([{ salt: "0", authSignature: `0x${"5a".repeat(65)}` }]);
  expect(relayed[0]).not.toHaveProperty("intentSignature");
});

test("what the page does not show never reaches the wallet", async () => {
  const requestSignatures: PayActions["requestSignatures"] = ({ payer }) =>
    ok(requestFor(payer, "490000000"));
  const { controller, calls } = await connected({ requestSignatures });
  await signAndPay(controller, "");
  expect(calls).not.toContain("eth_signTypedData_v4");
  expect(controller.connected).toMatchObject({
    request: null,
    task: { name: "refused", reason: "not_as_shown" },
  });
});

/** A server that words requests when a test says so, and what it was sent. */
function wordedLater() {
  const waiting: (() => void)[] = [];
  const relayed: unknown[] = [];
  const requestSignatures: PayActions["requestSignatures"] = async ({ payer }) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return ok(requestFor(payer));
  };
  const relay: PayActions["relay"] = (input) => {
    relayed.push(input);
    return ok(submitted);
  };
  return { waiting, relayed, changed: { requestSignatures, relay } };
}

test("a payer who signs again has one request worded, and the signature is sent", async () => {
  const { waiting, relayed, changed } = wordedLater();
  const { controller } = await connected(changed);
  controller.setTask({ name: "sign_refused", number: 1, problem: "expired" });
  const again = signAndPay(controller, "");
  expect(controller.connected?.task.name).toBe("preparing");
  const ahead = prepareAhead(controller);
  await allDone();
  expect(waiting).toHaveLength(1);
  waiting[0]?.();
  await Promise.all([again, ahead]);
  expect(relayed).toHaveLength(1);
});

test("a request that is worded late leaves the one that the payer is signing", async () => {
  const { waiting, relayed, changed } = wordedLater();
  let sign = () => {};
  const { controller, wallet, tell } = await connected(changed);
  const early = prepareAhead(controller);
  await allDone();
  tell(second);
  tell(first);
  const late = prepareAhead(controller);
  await allDone();
  expect(waiting).toHaveLength(2);
  waiting[0]?.();
  await early;
  const { request } = wallet.provider;
  wallet.provider.request = async (args) => {
    if (args.method === "eth_signTypedData_v4") {
      await new Promise<void>((resolve) => {
        sign = resolve;
      });
    }
    return request(args);
  };
  const signing = signAndPay(controller, "");
  await allDone();
  waiting[1]?.();
  await late;
  expect(controller.connected?.task.name).toBe("sign");
  sign();
  await signing;
  expect(relayed).toHaveLength(1);
});

const replaced: PayActions["relay"] = async () => {
  throw Object.assign(new Error("not found"), { name: "UnrecognizedActionError" });
};

/** A page that signed, and found another build of the server, which did not take it. */
async function signedInVain() {
  vi.stubGlobal("document", { forms: [] });
  vi.stubGlobal("location", { pathname: "/pay/ps_1", search: "" });
  const { controller, calls } = await connected({ relay: replaced });
  await signAndPay(controller, "");
  expect(calls.filter((method) => method === "eth_signTypedData_v4")).toHaveLength(1);
  expect(controller.connected?.task).toMatchObject({ name: "refused", reason: "version" });
  return controller;
}

/** What a page that is loaded again sends. */
async function reloaded(answer: Answer<PayPage["status"]>, status = wait, account = first) {
  const relayed: unknown[] = [];
  const relay: PayActions["relay"] = async (input) => {
    relayed.push(input);
    return answer;
  };
  const controller = controllerFor({ relay, status });
  const { wallet, calls } = walletOf([account]);
  controller.found([wallet], true);
  await allDone();
  if (controller.connected) await resendSigned(controller);
  expect(calls).not.toContain("eth_signTypedData_v4");
  return relayed;
}

const submitted = { ...wait, status: "submitted", asOf: "2026-11-20T12:00:01.000000Z" } as const;
const answered: Answer<PayPage["status"]> = { ok: true, value: submitted };

test("what was signed for a server of another build is sent once by the page that is loaded again", async () => {
  await signedInVain();
  expect(await reloaded(answered)).toMatchObject([
    {
      sessionId: "ps_1",
      salt: "0",
      authSignature: `0x${"5a".repeat(65)}`,
      signed: { payer: first },
    },
  ]);
  expect(await reloaded(answered)).toEqual([]);
});

test("it is forgotten once the server refuses it, and kept while there is no answer", async () => {
  await signedInVain();
  const refusal = { ok: false, retryAfterSeconds: null, requestId: null } as const;
  expect(await reloaded({ ...refusal, reason: "version" })).toHaveLength(1);
  expect(await reloaded({ ...refusal, reason: "signature_invalid" })).toHaveLength(1);
  expect(await reloaded(answered)).toEqual([]);
});

test("it is not sent by a page that has been paid, nor after the payer chose another wallet", async () => {
  const controller = await signedInVain();
  expect(await reloaded(answered, { ...wait, status: "failed", submittedAt: wait.asOf })).toEqual(
    [],
  );
  controller.leave();
  const again = await connected();
  expect(await resendSigned(again.controller)).toBe(false);
});

test("it is not sent for another account", async () => {
  await signedInVain();
  expect(await reloaded(answered, wait, second)).toEqual([]);
  expect(await reloaded(answered)).toHaveLength(1);
});

/** Signs, and gives the server's answers to what is sent, in order; the last one stays. */
async function sentWith(...answers: (Answer<PayPage["status"]> | null)[]) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const relayed: unknown[] = [];
  const relay: PayActions["relay"] = async (input) => {
    relayed.push(input);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (!answer) throw new TypeError("Failed to fetch");
    return answer;
  };
  const { controller } = await connected({ relay });
  void signAndPay(controller, "");
  await vi.advanceTimersByTimeAsync(0);
  return { controller, relayed };
}

const failed = { ok: false, retryAfterSeconds: null, requestId: "req_1" } as const;
const broken = { ...failed, reason: "api_error" };
const limited = (seconds: number) => ({
  ...failed,
  reason: "rate_limited",
  retryAfterSeconds: seconds,
});
const isKept = () => kept.has("stipend-signed-ps_1");

test("a server that failed may have stored what was signed: it gets the same once more", async () => {
  const { controller, relayed } = await sentWith(broken, answered);
  expect(controller.connected?.task).toEqual({ name: "relay", lost: true });
  expect(isKept()).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(controller.store.get().status.status).toBe("submitted");
  expect(relayed).toEqual([relayed[0], relayed[0]]);
  expect(isKept()).toBe(false);
});

test("a server that goes on failing is shown to refuse it", async () => {
  const { controller, relayed } = await sentWith(broken);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(controller.connected?.task).toEqual({ name: "relay", lost: true });
  await vi.advanceTimersByTimeAsync(1);
  expect(controller.connected?.task).toMatchObject({ name: "refused", reason: "api_error" });
  expect(relayed).toHaveLength(8);
  expect(isKept()).toBe(false);
});

test("a limit that a second send meets is waited for", async () => {
  const { controller, relayed } = await sentWith(null, limited(30), answered);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(controller.connected?.task).toEqual({ name: "relay", lost: true });
  expect(isKept()).toBe(true);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(relayed).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(relayed).toHaveLength(3);
  expect(controller.store.get().status.status).toBe("submitted");
});

test("a limit is shown where nothing was sent before", async () => {
  const { controller } = await sentWith(limited(30));
  expect(controller.connected?.task).toMatchObject({ name: "refused", reason: "rate_limited" });
  expect(isKept()).toBe(false);
});

test("a balance that another payment claims is told as the reason, and not signed for again", async () => {
  const { controller } = await sentWith({ ...failed, reason: "insufficient_balance" });
  expect(controller.connected?.task).toMatchObject({
    name: "refused",
    reason: "insufficient_balance",
  });
  expect(isKept()).toBe(false);
});

test.each(["factory_not_allowed", "wallet_not_created"])(
  "a wallet without code that cannot be created (%s) is told as not deployed",
  async (reason) => {
    const { controller } = await sentWith({ ...failed, reason });
    expect(controller.connected?.unusable).toBe("not_deployed");
  },
);

test("a limit of the day is shown, which the server names only of what it has not stored", async () => {
  const { controller } = await sentWith(null, limited(61));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(controller.connected?.task).toMatchObject({ name: "refused", waitSeconds: 61 });
});

test("what was sent before the page was loaded again is sent again after a limit", async () => {
  await signedInVain();
  const answers: Answer<PayPage["status"]>[] = [limited(5), answered];
  const controller = controllerFor({ relay: async () => answers.shift() ?? broken });
  controller.found([walletOf([first]).wallet], true);
  await allDone();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  void resendSigned(controller);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(controller.store.get().status.status).toBe("submitted");
});

const connectors = { walletConnect: { projectId: "page", relayUrl: null }, baseAccountUrl: null };

test("wallets outside the browser stand after its own, and before the test wallet", async () => {
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
  const controller = new WalletController(
    { ...page, connectors, testWallet: true },
    actions,
    createStore(reducePay, initialPayState(wait, 0)),
  );
  const { wallet } = walletOf([]);
  controller.found([wallet], true);
  const ids = () => controller.store.get().wallets.map(({ id }) => id);
  expect(ids()).toEqual(["example.wallet", "stipend.test-wallet"]);
  await controller.showMore();
  expect(ids()).toEqual(["example.wallet", "more.walletconnect", "stipend.test-wallet"]);
});

test("the end of another connection leaves the wallet that is connected", async () => {
  const { controller } = await connected();
  controller.ended();
  expect(controller.connected?.account).toBe(first);
});

test("a payer whose wallet went while its signature was sent connects it again after a refusal", async () => {
  const { controller } = await sentWith(broken, { ...failed, reason: "below_relay_minimum" });
  controller.dispose();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(controller.connected?.task).toMatchObject({ name: "refused" });
  controller.setTask({ name: "review" });
  expect(controller.store.get().step).toMatchObject({ name: "connect", problem: "ended" });
});

/** The same session where the payer can choose between the wallet's chain, Base, and Arc. */
const chains = [
  { chainId: 8453, label: "Base" },
  { chainId: 5042, label: "Arc" },
];
const onArc = { chains, network: { chainId: 5042, label: "Arc" } as PayPage["network"] };
const chosen = "stipend-chain:ps_1";

/** What the browser was told to do with its page. */
function watchReloads() {
  let reloads = 0;
  vi.stubGlobal("window", { location: { reload: () => (reloads += 1) } });
  return () => reloads;
}

async function connectedOn(changed: Partial<PayActions & PayPage>) {
  const controller = controllerFor(changed);
  const { wallet, calls } = walletOf([first]);
  controller.found([wallet], true);
  await controller.connect(wallet.id);
  return { controller, calls };
}

test("where the payer can choose a chain, the wallet is asked for its network after that", async () => {
  const { controller, calls } = await connectedOn(onArc);
  expect(controller.connected).toMatchObject({ chainId: 8453, network: "idle" });
  expect(calls).not.toContain("wallet_switchEthereumChain");
  expect(await payOnChain(controller, 5042)).toBeNull();
  expect(controller.store.get().chainChosen).toBe(true);
  expect(calls).toContain("wallet_switchEthereumChain");
});

test("another chain moves the session, and the page is loaded again, where it is chosen already", async () => {
  const reloads = watchReloads();
  const moves: unknown[] = [];
  const moveSession: PayActions["moveSession"] = (input) => {
    moves.push(input);
    return ok(null);
  };
  const { controller } = await connectedOn({ ...onArc, moveSession });
  expect(await payOnChain(controller, 8453)).toBeNull();
  expect(moves).toEqual([{ sessionId: "ps_1", chainId: 8453 }]);
  expect(reloads()).toBe(1);
  expect(kept.get(chosen)).toBe("8453");

  const again = controllerFor({ chains });
  again.found([walletOf([first]).wallet], true);
  await expect.poll(() => again.connected?.check).toBeTruthy();
  expect(again.store.get().chainChosen).toBe(true);
});

test("a wallet that is taken up again is asked to go to the chain that was chosen, and to no other one", async () => {
  await connectedOn({});
  const idle = walletOf([first]);
  const before = controllerFor(onArc);
  before.found([idle.wallet], true);
  await expect.poll(() => before.connected?.check).toBeTruthy();
  expect(idle.calls).not.toContain("wallet_switchEthereumChain");
  expect(before.store.get().chainChosen).toBe(false);

  kept.set(chosen, "5042");
  const asked = walletOf([first]);
  const after = controllerFor(onArc);
  after.found([asked.wallet], true);
  await expect.poll(() => asked.calls).toContain("wallet_switchEthereumChain");
  expect(after.store.get().chainChosen).toBe(true);
});

test("a session that stays where it is leaves the page as it is, and says why", async () => {
  const reloads = watchReloads();
  const moveSession: PayActions["moveSession"] = async () => ({
    ok: false,
    reason: "chain_settled",
    retryAfterSeconds: null,
    requestId: null,
  });
  const { controller } = await connectedOn({ ...onArc, moveSession });
  expect(await payOnChain(controller, 8453)).toBe("chain_settled");
  expect(reloads()).toBe(0);
  expect(kept.has(chosen)).toBe(false);
});

test("the page follows a session that another payer has moved", async () => {
  const reloads = watchReloads();
  const { controller } = await connectedOn({ chains });
  controller.tell({ ...wait, asOf: "2026-11-20T12:00:01.000000Z" });
  expect(reloads()).toBe(0);
  controller.tell({ ...wait, chainId: 5042, asOf: "2026-11-20T12:00:02.000000Z" });
  expect(reloads()).toBe(1);
});

test("nothing is signed on a chain that the page does not show", async () => {
  const reloads = watchReloads();
  const asked: unknown[] = [];
  const requestSignatures: PayActions["requestSignatures"] = async (input) => {
    asked.push(input);
    return { ok: false, reason: "chain_mismatch", retryAfterSeconds: null, requestId: null };
  };
  const { controller } = await connectedOn({ requestSignatures });
  expect(await prepareSigning(controller)).toBeNull();
  expect(asked).toEqual([{ sessionId: "ps_1", payer: first, chainId: 8453 }]);
  expect(reloads()).toBe(1);
});

test.each([
  ["rate_limited", false],
  ["api_error", false],
  ["email_invalid", false],
  ["too_many_customers", true],
])("where the receipt's address is refused for %s, the wallet opens: %s", async (reason, opens) => {
  const recordPayer: PayActions["recordPayer"] = async () => ({ ...failed, reason });
  const { controller, calls } = await connected({ recordPayer });
  await signAndPay(controller, "ada@x.example");
  expect(calls.includes("eth_signTypedData_v4")).toBe(opens);
  if (!opens) expect(controller.connected?.task).toMatchObject({ name: "refused", reason });
});
