import { describe, expect, test } from "vitest";
import type {
  PayStatus,
  PayStatusName,
  SigningRequest,
  WalletCheck,
} from "@/lib/contract/payments/hosted-pay";
import { reducePay } from "./pay-reducer";
import { initialPayState, type PayAction, type PayState } from "./pay-state";
import { isUnpaid, type Screen, screenOf } from "./screen-of";

const terms = { chainId: 8453, amount: "49000000" };
const wallet = { id: "example.wallet", name: "Example Wallet", icon: null };
const account = "0x00000000000000000000000000000000000000A1";
const other = "0x00000000000000000000000000000000000000B2";
const enough = { balance: "50000000", code: "none", blocked: false } as const;
const request = { signBefore: "2026-11-20T12:15:00Z" } as SigningRequest;

let clock = 0;
function status(name: PayStatusName, more: Partial<PayStatus> = {}): PayStatus {
  clock += 1;
  return {
    status: name,
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
    asOf: `2026-11-20T12:00:00.${String(clock).padStart(6, "0")}Z`,
    ...more,
  };
}

const opened = (name: PayStatusName = "open", more: Partial<PayStatus> = {}) =>
  play(initialPayState(status(name, more), 0), {
    type: "wallets",
    wallets: [wallet],
    settled: true,
  });
const play = (state: PayState, ...actions: PayAction[]) => actions.reduce(reducePay, state);
const screen = (state: PayState): Screen => screenOf(state, terms);

const connecting: PayAction = { type: "connect", wallet };
const connected = (chainId = terms.chainId): PayAction => ({ type: "connected", account, chainId });
const checked = (check: WalletCheck = enough): PayAction => ({ type: "checked", account, check });
const task = (next: Extract<PayAction, { type: "task" }>["task"]): PayAction => ({
  type: "task",
  task: next,
});
const relaying = task({ name: "relay", lost: false });
const ready = () => play(opened(), connecting, connected(), checked());

describe("choosing a wallet", () => {
  test("looks for wallets until they had time to announce themselves", () => {
    const empty = initialPayState(status("open"), 0);
    expect(screen(empty)).toBe("looking");
    const none = play(empty, { type: "wallets", wallets: [], settled: true });
    expect(screen(none)).toBe("no_wallet");
    expect(screen(play(none, { type: "wallets", wallets: [wallet], settled: true }))).toBe(
      "choose",
    );
  });

  test("waits for the wallet, and says why it gave no account", () => {
    const waiting = play(opened(), connecting);
    expect(screen(waiting)).toBe("connecting");
    const refused = play(waiting, { type: "connect_refused", problem: "rejected" });
    expect(screen(refused)).toBe("connect_refused");
    expect(screen(play(refused, { type: "choose" }))).toBe("choose");
    expect(screen(play(refused, connecting))).toBe("connecting");
  });

  test("forgets an answer that comes after the payer went back", () => {
    expect(screen(play(opened(), connecting, { type: "choose" }, connected()))).toBe("choose");
  });
});

describe("a connected wallet", () => {
  test("is checked, and can then sign", () => {
    const known = play(opened(), connecting, connected());
    expect(screen(known)).toBe("checking");
    expect(screen(play(known, checked()))).toBe("confirm");
  });

  test("stays in the check while the network does not answer", () => {
    const failed = play(opened(), connecting, connected(), {
      type: "checked",
      account,
      check: null,
    });
    expect(screen(failed)).toBe("checking");
    expect(failed.step).toMatchObject({ checkFailed: true });
    expect(screen(play(failed, checked()))).toBe("confirm");
  });

  test("must be on the payment's network", () => {
    const elsewhere = play(opened(), connecting, connected(1), checked());
    expect(screen(elsewhere)).toBe("wrong_network");
    const asking = play(elsewhere, { type: "network", network: "asking" });
    expect(screen(asking)).toBe("wrong_network");
    expect(screen(play(asking, { type: "chain", chainId: terms.chainId }))).toBe("confirm");
  });

  test.each([
    ["48999999", "insufficient"],
    ["49000000", "confirm"],
  ] as const)("with a balance of %s shows %s", (balance, expected) => {
    const state = play(opened(), connecting, connected(), checked({ ...enough, balance }));
    expect(screen(state)).toBe(expected);
  });

  test("that is blocked is refused before anything else, on every network", () => {
    const check = { ...enough, balance: "0", blocked: true };
    expect(screen(play(opened(), connecting, connected(1), checked(check)))).toBe("blocked");
  });

  test("that cannot sign for the token stays refused when it is checked again", () => {
    const state = play(ready(), { type: "unusable", why: "cannot_sign" }, checked());
    expect(screen(state)).toBe("cannot_sign");
  });

  test("that is not deployed can pay once it is, and not because it is looked at again", () => {
    const state = play(ready(), { type: "unusable", why: "not_deployed" }, checked());
    expect(screen(state)).toBe("not_deployed");
    expect(screen(play(state, checked({ ...enough, code: "contract" })))).toBe("confirm");
  });

  test("that calls itself a contract is noted for its own account alone", () => {
    const noted = play(ready(), { type: "claims_contract", account });
    expect(noted.step).toMatchObject({ claimsContract: true });
    expect(screen(noted)).toBe("confirm");
    const stranger = play(ready(), { type: "claims_contract", account: other });
    expect(stranger.step).toMatchObject({ claimsContract: false });
  });

  test("is looked at anew when its user changes the account", () => {
    const changed = play(
      ready(),
      { type: "request", account, request },
      {
        type: "account",
        account: other,
      },
    );
    expect(changed.step).toMatchObject({ account: other, check: null, request: null });
    expect(screen(changed)).toBe("checking");
    expect(screen(play(changed, checked()))).toBe("checking");
  });

  test("that repeats its own account in other letters changes nothing", () => {
    const state = ready();
    expect(play(state, { type: "account", account: account.toLowerCase() }).step).toBe(state.step);
  });

  test("that shares no account any more is gone", () => {
    expect(screen(play(ready(), { type: "account", account: null }))).toBe("choose");
  });
});

describe("signing", () => {
  test("goes from the first signature to the second, and then sends", () => {
    const first = play(ready(), task({ name: "sign", number: 1 }));
    expect(screen(first)).toBe("sign_1");
    const second = play(first, task({ name: "sign", number: 2 }));
    expect(screen(second)).toBe("sign_2");
    expect(screen(play(second, relaying))).toBe("relaying");
  });

  test("keeps the step of a declined signature", () => {
    const declined = play(ready(), task({ name: "sign_refused", number: 2, problem: "rejected" }));
    expect(screen(declined)).toBe("sign_refused");
  });

  test("offers no other wallet while the fate of the signatures is unknown", () => {
    const lost = play(ready(), relaying, task({ name: "relay", lost: true }));
    expect(screen(play(lost, { type: "choose" }))).toBe("relaying");
    expect(screen(play(lost, { type: "account", account: other }))).toBe("relaying");
    expect(screen(play(lost, { type: "account", account: null }))).toBe("relaying");
    expect(screen(play(lost, { type: "chain", chainId: 1 }))).toBe("relaying");
  });
});

describe("what the server says", () => {
  test.each([
    "submitted",
    "seen",
    "confirmed",
    "refunded",
    "review",
    "returned",
    "expired",
    "cancelled",
    "unavailable",
  ] as const)("%s goes before whatever the wallet is doing", (name) => {
    const states = [opened(), ready(), play(ready(), task({ name: "sign", number: 2 }))];
    for (const state of states) {
      const next = play(state, { type: "status", readAtMs: 1, status: status(name) });
      expect(screen(next)).toBe(name);
      expect(isUnpaid(screen(next))).toBe(false);
    }
  });

  test("that was read earlier is dropped, however late it comes", () => {
    const sending = play(ready(), relaying);
    const stale = status("open");
    const state = play(sending, { type: "status", readAtMs: 1, status: status("submitted") });
    expect(screen(play(state, { type: "status", readAtMs: 1, status: stale }))).toBe("submitted");
  });

  test("open does not interrupt signing or sending", () => {
    const sending = play(ready(), relaying, {
      type: "status",
      readAtMs: 1,
      status: status("open"),
    });
    expect(screen(sending)).toBe("relaying");
  });

  test("is dated by when it came: the clock starts from the newest, not from the page", () => {
    const later: PayAction = { type: "status", status: status("seen"), readAtMs: 28_000 };
    const stale: PayAction = { type: "status", status: status("open"), readAtMs: 29_000 };
    const sending = play(ready(), relaying);
    expect(sending.readAtMs).toBe(0);
    const seen = play(sending, { ...later, status: status("seen") });
    expect(seen.readAtMs).toBe(28_000);
    expect(play(seen, stale).readAtMs).toBe(28_000);
  });

  test("a reorganised payment goes back from seen to submitted", () => {
    const seen = play(opened("submitted"), { type: "status", readAtMs: 1, status: status("seen") });
    expect(screen(seen)).toBe("seen");
    expect(screen(play(seen, { type: "status", readAtMs: 1, status: status("submitted") }))).toBe(
      "submitted",
    );
  });
});

describe("a failed attempt", () => {
  const failed = (submittedAt: string) => status("failed", { submittedAt });

  test("is shown until the payer leaves it behind, and then the wallet is ready again", () => {
    const state = play(ready(), relaying, { type: "status", readAtMs: 1, status: failed("1") });
    expect(screen(state)).toBe("failed");
    const again = play(state, { type: "pay_again" });
    expect(screen(again)).toBe("confirm");
    expect(isUnpaid(screen(again))).toBe(true);
  });

  test("that was left behind does not come back with the next reading, nor stop what is sent", () => {
    const again = play(opened("failed", { submittedAt: "1" }), { type: "pay_again" });
    expect(screen(again)).toBe("choose");
    const sending = play(again, connecting, connected(), checked(), relaying);
    expect(screen(play(sending, { type: "status", readAtMs: 1, status: failed("1") }))).toBe(
      "relaying",
    );
  });

  test("that follows it is shown again", () => {
    const again = play(opened("failed", { submittedAt: "1" }), { type: "pay_again" });
    expect(screen(play(again, { type: "status", readAtMs: 1, status: failed("2") }))).toBe(
      "failed",
    );
  });
});

test("a broken connection changes nothing but the notice", () => {
  const state = ready();
  const cut = play(state, { type: "link", live: false });
  expect(cut).toEqual({ ...state, live: false });
  expect(screen(cut)).toBe("confirm");
});

describe("a wallet outside the browser", () => {
  const uri = "wc:1234@2?relay-protocol=irn&symKey=5678";

  test("shows its pairing while it is asked, and forgets it with the next choice", () => {
    const pairing = play(opened(), connecting, { type: "pairing", uri });
    expect(pairing.step).toMatchObject({ name: "connect", pairing: uri });
    expect(screen(pairing)).toBe("connecting");
    expect(play(pairing, connecting).step).toMatchObject({ pairing: null });
    expect(play(opened(), { type: "pairing", uri }).step.name).toBe("choose");
  });

  test("is called by the name that it gives itself", () => {
    const named = play(opened(), connecting, { ...connected(), name: "Safe" } as PayAction);
    expect(named.step).toMatchObject({ wallet: { id: wallet.id, name: "Safe" } });
    expect(ready().step).toMatchObject({ wallet: { name: wallet.name } });
  });

  test("may be connected again after it ended the connection", () => {
    const ended = play(ready(), { type: "ended" });
    expect(ended.step).toMatchObject({ name: "connect", problem: "ended" });
    expect(screen(ended)).toBe("connect_refused");
  });

  test("may share no account while it changes networks, and not at another time", () => {
    const asking = play(ready(), { type: "network", network: "asking" });
    expect(play(asking, { type: "account", account: null })).toEqual(asking);
    expect(play(ready(), { type: "account", account: null }).step.name).toBe("choose");
  });

  test("takes nothing back that it has signed", () => {
    const sent = play(ready(), relaying);
    expect(play(sent, { type: "ended" })).toEqual(sent);
  });
});

describe("where the payer can choose a chain", () => {
  const choice = { ...terms, hasChoice: true };
  const choose: PayAction = { type: "chain_chosen", chosen: true };

  test("a connected wallet is asked for one first, on any network", () => {
    expect(screenOf(opened(), choice)).toBe("choose");
    expect(screenOf(ready(), choice)).toBe("pay_on");
    const elsewhere = play(opened(), connecting, connected(1));
    expect(screenOf(elsewhere, choice)).toBe("pay_on");
    expect(screenOf(play(elsewhere, choose), choice)).toBe("wrong_network");
    expect(screenOf(play(ready(), choose), choice)).toBe("confirm");
  });

  test("a wallet that has too little may choose again, and one that cannot pay at all chooses nothing", () => {
    const short = play(ready(), choose, checked({ ...enough, balance: "0" }));
    expect(screenOf(short, choice)).toBe("insufficient");
    expect(screenOf(play(short, { type: "chain_chosen", chosen: false }), choice)).toBe("pay_on");
    expect(screenOf(play(ready(), checked({ ...enough, blocked: true })), choice)).toBe("blocked");
    expect(screenOf(play(ready(), relaying), choice)).toBe("relaying");
  });
});
