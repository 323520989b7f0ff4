import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import type { PayPage, PayStatusName } from "@/lib/contract/payments/hosted-pay";
import { sayIn } from "@/lib/core/text/say";
import { titleOf } from "./hosted/pay/title-of";
import { payWords } from "./hosted/words/pay/pay-words";
import { PasswordField } from "./ui/password-field";
import { Table } from "./ui/table";

test("the first cell of each row names the row", () => {
  const html = renderToString(
    <Table
      caption="Keys"
      columns={[
        { name: "Name", cell: (row: string) => row },
        { name: "Made", cell: () => "today" },
      ]}
      rows={["Shop", "Till"]}
      keyOf={(row) => row}
    />,
  );
  const heads = [...html.matchAll(/<th scope="row".*?<\/th>/gs)].map(([head]) => head);
  expect(heads).toHaveLength(2);
  expect(heads[0]).toContain("Shop");
  expect(html.match(/<td/g)).toHaveLength(2);
});

test("a button that shows a word is called by it", () => {
  const html = renderToString(
    <PasswordField name="p" label="Password" autoComplete="current-password" />,
  );
  expect(html).toMatch(/<button[^>]*>Show<span class="sr-only"> password<\/span><\/button>/);
  expect(html).not.toMatch(/<button[^>]*aria-label/);
});

test("each state of a payment has a title of its own, with the merchant", () => {
  const say = sayIn(payWords.en);
  const page = {
    merchant: { name: "Acme Coffee" },
    amount: "49000000",
    currency: "USDC",
    decimals: 6,
  } as PayPage;
  const names: readonly PayStatusName[] = [
    "open",
    "submitted",
    "seen",
    "confirmed",
    "refunded",
    "failed",
    "review",
    "returned",
    "expired",
    "cancelled",
    "unavailable",
  ];
  const titles = names.map((name) => titleOf(page, say, "en", name));
  expect(new Set(titles).size).toBe(names.length);
  expect(titles.filter((title) => !title.includes("Acme Coffee"))).toEqual([]);
  expect(titleOf(page, say, "en", "expired")).toBe("This payment link expired · Acme Coffee");
});
