import { expect, test } from "vitest";
import { createStipend } from "./stipend";

test("a list takes its length as a number, and sends it", async () => {
  const asked: string[] = [];
  const fetch = async (url: string | URL | Request) => {
    asked.push(String(url instanceof Request ? url.url : url));
    return Response.json({ object: "list", data: [], hasMore: false, nextCursor: null, url: "/" });
  };
  const stipend = createStipend({ baseUrl: "https://a.example", key: "sk_test_x", fetch });
  await stipend.customers.list({ limit: 2 });
  // @ts-expect-error: the description says that it is an integer
  await stipend.customers.list({ limit: "2" });
  expect(asked).toEqual(Array(2).fill("https://a.example/v1/customers?limit=2"));
});
