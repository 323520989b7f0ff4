import { RetryAfterError } from "inngest";
import { expect, test } from "vitest";
import { DatabaseUnavailable } from "@/lib/core/operations/database-trouble";
import { retrySoon } from "./retry-soon";

const failWith = (error: Error) => retrySoon(() => Promise.reject(error));

test("work that the database failed is repeated soon, other work by its schedule", async () => {
  const timeout = Object.assign(new Error("canceling statement"), { code: "57014" });
  for (const error of [new DatabaseUnavailable("away"), timeout]) {
    const repeated = await failWith(error).catch((reason: unknown) => reason);
    expect(repeated).toBeInstanceOf(RetryAfterError);
    expect(repeated).toMatchObject({ retryAfter: "1", cause: error });
  }
  const other = new Error("a rule was broken");
  await expect(failWith(other)).rejects.toBe(other);
  const duplicate = Object.assign(new Error("duplicate key"), { code: "23505" });
  await expect(failWith(duplicate)).rejects.toBe(duplicate);
  expect(await retrySoon(async () => "done")).toBe("done");
});
