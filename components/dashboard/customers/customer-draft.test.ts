import { expect, test } from "vitest";
import { type Customer, draftOf, inputOf } from "./customer-draft";

const walletAddress = "0x52908400098527886E0F7030069857D2E4169EE7";
const ada = { walletAddress, name: "Ada", email: "ada@x.example", externalRef: null } as Customer;

test("a new customer is sent without its empty fields, so that those of a known wallet stay", () => {
  const began = draftOf(null);
  const typed = {
    ...began,
    walletAddress: ` ${walletAddress} `,
    name: " ",
    email: " a@x.example ",
  };
  expect(inputOf(began, typed)).toEqual({ walletAddress, email: "a@x.example" });
});

test("an edited customer is sent with the fields that were changed alone, and an emptied one clears", () => {
  const began = draftOf(ada);
  expect(inputOf(began, began)).toEqual({ walletAddress });
  expect(inputOf(began, { ...began, email: "", externalRef: "user-42" })).toEqual({
    walletAddress,
    email: null,
    externalRef: "user-42",
  });
});
