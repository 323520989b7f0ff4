import { expect, test } from "vitest";
import { readPeriod } from "./renewal-period";

test("a period whose end no database can hold is refused", () => {
  const from = new Date("9999-12-28T00:00:00Z");
  expect(() => readPeriod({ from }, new Date())).toThrow(
    expect.objectContaining({
      code: "invalid_request",
      info: expect.objectContaining({ param: "from" }),
    }),
  );
  const to = new Date("9999-12-29T00:00:00Z");
  expect(readPeriod({ from, to }, new Date())).toEqual({ from, to });
});
