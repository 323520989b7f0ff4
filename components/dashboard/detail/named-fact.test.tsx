import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { NamedFact } from "./named-fact";
import { NamedObjectsProvider } from "./named-objects";

const ada = { object: { id: "cus_ada", name: "Ada Lovelace" }, readAt: Date.now() };

const shown = (id: string) =>
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <NamedObjectsProvider named={{ Customer: ada, Plan: null }}>
        <NamedFact kind="Customer" id={id} />
      </NamedObjectsProvider>
    </QueryClientProvider>,
  );

test("a page that was read with a name shows it at once", () => {
  expect(shown("cus_ada")).toContain("Ada Lovelace");
});

test("another one of the kind does not get that name", () => {
  const html = shown("cus_bob");
  expect(html).not.toContain("Ada Lovelace");
  expect(html).toContain("/dashboard/customers/cus_bob");
});
