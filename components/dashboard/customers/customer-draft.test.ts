import { expect, test } from "vitest";
import { type Customer, changesOf, draftOf, inputOf } from "./customer-draft";

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
  expect(inputOf(typed)).toEqual({ walletAddress, email: "a@x.example" });
});

test("an edited customer is sent with the fields that were changed alone, and an emptied one clears", () => {
  const began = draftOf(ada);
  expect(changesOf(began, began)).toEqual({});
  expect(changesOf(began, { ...began, email: "", externalRef: "user-42" })).toEqual({
    email: null,
    externalRef: "user-42",
  });
});
