import { expect, test } from "vitest";
import { pickQuery } from "./use-list-query";

test("a list's filters are what its address has under their names", () => {
  const address = new URLSearchParams("mode=test&status=confirmed&customerId=&page=2");
  expect(pickQuery(address, ["status", "customerId", "createdAfter"])).toEqual({
    status: "confirmed",
  });
});
