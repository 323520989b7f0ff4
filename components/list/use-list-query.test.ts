import { afterEach, expect, test, vi } from "vitest";
import { changeAddress, changeQuery, pickQuery } from "./use-list-query";

afterEach(() => void vi.unstubAllGlobals());

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

test("two changes before the page is rendered again both count", () => {
  const location = { pathname: "/dashboard/payments", search: "?mode=test" };
  const pushState = (_: unknown, _title: string, url: string) => {
    location.search = new URL(url, "http://localhost").search;
  };
  vi.stubGlobal("window", { location, history: { pushState } });
  changeAddress({ customerId: "cus_1" });
  changeAddress({ status: "pending" });
  expect(location.search).toBe("?mode=test&customerId=cus_1&status=pending");
});
