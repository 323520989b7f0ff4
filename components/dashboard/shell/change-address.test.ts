import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { changeAddress, changeQuery, queryNow, watchAddress } from "./change-address";
import { closePanel, openPanel } from "./panel-history";

let steps: { state: unknown; search: string }[];
let at: number;
let target: EventTarget;

/** A browser's history, whose steps take until the next turn. */
function browser() {
  const here = () => steps[at] ?? { state: null, search: "" };
  const put = (place: number) => (state: unknown, _title: string, url: string) => {
    const { search } = new URL(url, "http://localhost");
    steps = [...steps.slice(0, at + place), { state, search }];
    at = steps.length - 1;
  };
  return {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    location: {
      pathname: "/dashboard/payments",
      get search() {
        return here().search;
      },
    },
    history: {
      get state() {
        return here().state;
      },
      pushState: put(1),
      replaceState: put(0),
      back: () => void setTimeout(step, 0),
    },
  };
}

function step() {
  at -= 1;
  target.dispatchEvent(new Event("popstate"));
}

const stepped = () => new Promise((resolve) => setTimeout(resolve, 5));
const search = () => steps[at]?.search;

beforeEach(() => {
  steps = [{ state: null, search: "?mode=test" }];
  at = 0;
  target = new EventTarget();
  vi.stubGlobal("window", browser());
});
afterEach(() => void vi.unstubAllGlobals());

test("a change leaves the rest of the address alone, the mode above all", () => {
  const address = new URLSearchParams("mode=test&status=confirmed&page=2");
  expect(changeQuery(address, { status: null, customerId: "cus_1" }).toString()).toBe(
    "mode=test&page=2&customerId=cus_1",
  );
});

test("two changes before the page is rendered again both count", () => {
  changeAddress({ customerId: "cus_1" });
  changeAddress({ status: "pending" });
  expect(search()).toBe("?mode=test&customerId=cus_1&status=pending");
});

test("whoever watches the address is told at once, and by Back and Forward, until they stop", () => {
  const told: (string | null)[] = [];
  const stop = watchAddress(() => told.push(queryNow("/dashboard/payments")));
  changeAddress({ status: "pending" });
  step();
  expect(told).toEqual(["?mode=test&status=pending", "?mode=test"]);
  stop();
  changeAddress({ status: "paid" });
  step();
  expect(told).toHaveLength(2);
});

test("the address of another page says nothing of the one that is still shown", () => {
  expect(queryNow("/dashboard/customers")).toBeNull();
});

test("a panel that was opened here is closed by a step back, and by no more than one", async () => {
  changeAddress({ status: "pending" });
  openPanel("json", "ps_1");
  expect(search()).toBe("?mode=test&status=pending&json=ps_1");
  closePanel("json");
  closePanel("json");
  await stepped();
  expect([at, search()]).toEqual([1, "?mode=test&status=pending"]);
  openPanel("json", "ps_2");
  closePanel("json");
  await stepped();
  expect(at).toBe(1);
});

test("a panel that a link has opened is closed without leaving the page", async () => {
  steps = [{ state: null, search: "?mode=test&json=ps_1" }];
  closePanel("json");
  await stepped();
  expect([at, search()]).toEqual([0, "?mode=test"]);
});
