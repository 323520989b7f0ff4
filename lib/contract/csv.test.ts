import { expect, it } from "vitest";
import { z } from "zod";
import { csvColumns, csvHead, csvLine, listedItem } from "./csv";
import { amount, instant, money, uint256 } from "./fields";
import { listNotifications } from "./insight/notifications";
import { listSessions, paymentSession } from "./payments/payment-sessions";

const item = z.object({
  id: z.string(),
  total: amount.meta({ description: "The sum" }),
  left: money.nullable(),
  block: uint256,
  part: z.object({ at: instant, amount }).nullable(),
  names: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()),
  note: z.string().nullable().optional(),
  isReal: z.boolean(),
});
const columns = csvColumns(item);

const row = {
  id: "x_1",
  total: "100000000000000000000000001",
  left: null,
  block: "7",
  part: null,
  names: ["a", "b"],
  metadata: { order: 'No "7", paid' },
  isReal: true,
};

it("has each amount twice, and the fields of an object with a dot, in the schema's order", () => {
  expect(csvHead(columns)).toBe(
    "id,total,totalDecimal,left,leftDecimal,block,part.at,part.amount,part.amountDecimal,names,metadata,note,isReal\r\n",
  );
});

it("writes amounts exactly, nothing for null, and JSON for lists and free objects", () => {
  expect(csvLine(columns, row)).toBe(
    'x_1,100000000000000000000000001,100000000000000000000.000001,,,7,,,,"[""a"",""b""]","{""order"":""No \\""7\\"", paid""}",,true\r\n',
  );
});

it("tells an empty text from none", () => {
  expect(csvLine(columns, { ...row, id: "" })).toMatch(/^"",/);
});

it("has the same columns for every row of a resource, whatever is in it", () => {
  expect(csvHead(csvColumns(paymentSession))).toMatch(
    /^id,object,mode,merchantId,amount,amountDecimal,currency,status,.*payment\.state,.*metadata,createdVia,expiresAt,confirmedAt,createdAt\r\n$/,
  );
});

it("writes for a spreadsheet with a mark, and with semicolons where decimals have a comma", () => {
  const one = { id: "a;b", total: "1250000", names: [], part: { at: "2026-11-29", amount: "-5" } };
  const comma = { hasMark: true, delimiter: "," } as const;
  expect(csvHead(columns, comma)).toBe(`\uFEFF${csvHead(columns)}`);
  expect(csvLine(columns, one, comma)).toBe(csvLine(columns, one));
  const semicolon = { hasMark: true, delimiter: ";" } as const;
  expect(csvHead(columns, semicolon)).toBe(`\uFEFF${csvHead(columns).replaceAll(",", ";")}`);
  expect(csvLine(columns, one, semicolon)).toContain('"a;b";1250000;1,25;;;;2026-11-29;');
});

it("is no form of a list whose rows beyond `limit` cannot be read", () => {
  expect(listedItem(listSessions)).toBe(paymentSession);
  expect(listedItem(listNotifications)).toBeNull();
});
