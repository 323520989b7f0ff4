import { expect, it } from "vitest";
import { budgetOf, pageFolders } from "./page-budgets";

it("has a budget for every page of the app", () => {
  const folders = pageFolders();
  expect(folders).toContain("(hosted)/pay/[sessionId]");
  expect(folders).toContain("");
  expect(folders.filter((folder) => budgetOf(folder) === null)).toEqual([]);
});

it("holds the pages of payers to less than those of merchants", () => {
  const [payers, merchants] = [
    budgetOf("(hosted)/pay/[sessionId]"),
    budgetOf("dashboard/payments"),
  ];
  expect(payers?.scripts).toBe(147_000);
  expect(merchants?.scripts).toBe(260_000);
});

it("has none for a page that nobody has said anything of", () => {
  expect(budgetOf("somewhere/new")).toBeNull();
});
