import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Address } from "@/lib/core/chain/hex";
import { readScreeningList } from "./screening-list";

const folder = mkdtempSync(join(tmpdir(), "stipend-list-"));
const path = join(folder, "list");
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

const first: Address = `0x${"ab".repeat(20)}`;
const second: Address = `0x${"cd".repeat(20)}`;

test("a changed file counts within a second, and one that became unreadable no more", async () => {
  writeFileSync(path, first);
  const before = await readScreeningList(path);
  expect([before.has(first), before.has(second)]).toEqual([true, false]);
  writeFileSync(path, `${first}\n${second}`);
  vi.advanceTimersByTime(1_001);
  const after = await readScreeningList(path);
  expect([after.has(first), after.has(second)]).toEqual([true, true]);
  expect(after.version).not.toBe(before.version);
  writeFileSync(path, "nobody");
  vi.advanceTimersByTime(1_001);
  await expect(readScreeningList(path)).rejects.toThrow("it names no address");
  // Not within the second after either.
  await expect(readScreeningList(path)).rejects.toThrow("it names no address");
});
