import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { searchKinds } from "@/lib/core/text/search-terms";
import { placeOfHit, type SearchHit } from "./object-places";

const hit = (type: SearchHit["type"]): SearchHit => ({
  object: "search_hit",
  type,
  id: "[id]",
  mode: "test",
  matched: "id",
  title: null,
  status: null,
  amount: null,
  currency: null,
  createdAt: "2026-04-27T12:00:00.000Z",
});

it.each(searchKinds)("leads to a page that is there for what is found of %s", (kind) => {
  const place = decodeURIComponent(placeOfHit(hit(kind)) ?? "");
  expect(place).toMatch(/^\/dashboard\//);
  expect(existsSync(`app${place}/page.tsx`), place).toBe(true);
});
