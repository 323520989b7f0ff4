import { expect, test } from "vitest";
import { changeQuery, pickQuery } from "./use-list-query";

const address = new URLSearchParams("mode=test&status=confirmed&customerId=&page=2");

test("a list's filters are what its address has under their names", () => {
  expect(pickQuery(address, ["status", "customerId", "createdAfter"])).toEqual({
    status: "confirmed",
  });
});

test("a change leaves the rest of the address alone, the mode above all", () => {
  expect(changeQuery(address, { status: null, customerId: "cus_1" }).toString()).toBe(
    "mode=test&customerId=cus_1&page=2",
  );
});
