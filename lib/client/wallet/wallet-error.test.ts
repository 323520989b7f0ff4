import { expect, test } from "vitest";
import { walletErrorKind } from "./wallet-error";

test.each([
  [{ code: 4001 }, "rejected"],
  [{ code: 4100 }, "unauthorized"],
  [{ code: 4200 }, "unsupported"],
  [{ code: 4900 }, "disconnected"],
  [{ code: 4901 }, "disconnected"],
  [{ code: 4902 }, "unknown_chain"],
  [{ code: -32002 }, "already_open"],
  [{ code: -32601 }, "unsupported"],
  [{ code: -32602 }, "unsupported"],
  [{ code: 5750 }, "rejected"],
  [{ code: 5760 }, "unsupported"],
  [{ code: "4001" }, "rejected"],
  [{ code: "ACTION_REJECTED" }, "rejected"],
  [{ code: -32603, data: { originalError: { code: 4902 } } }, "unknown_chain"],
  [{ code: -32000, cause: { code: 4001 } }, "rejected"],
  [{ message: "MetaMask Message Signature: User denied message signature." }, "rejected"],
  [{ code: -32603, message: 'Unrecognized chain ID "0x2105".' }, "unknown_chain"],
  [{ message: "Request of type 'eth_requestAccounts' already pending" }, "already_open"],
  [{ code: 5000, message: "User rejected." }, "rejected"],
  [{ code: 6000, message: "User disconnected." }, "ended"],
  [new Error("Proposal expired"), "expired"],
  [new Error("Request expired. Please try again."), "expired"],
  [new Error("The wallet signed on the chain and returned an empty signature"), "signed_on_chain"],
  [new Error("boom"), "unknown"],
  ["boom", "unknown"],
  [null, "unknown"],
])("%o means %s", (error, expected) => {
  expect(walletErrorKind(error)).toBe(expected);
});

test("an error that is its own cause is still read", () => {
  const error: { code: number; cause?: unknown } = { code: -1 };
  error.cause = error;
  expect(walletErrorKind(error)).toBe("unknown");
});
