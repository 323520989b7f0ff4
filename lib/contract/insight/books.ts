import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import {
  address,
  amount,
  bytes32,
  currency,
  id,
  instant,
  listOf,
  mode,
  money,
  pageQuery,
  says,
  uint256,
} from "@/lib/contract/fields";
import { count, range, rangeQuery, total } from "./stat-fields";

const ofBooks = { auth: "merchant", scope: "transactions_read", tag: "Books" } as const;

/** What a merchant is left with, which may be less than nothing. A sum may be longer than a uint256. */
const balance = z
  .codec(z.string().regex(/^-?[0-9]{1,100}$/), z.bigint(), {
    decode: (text) => BigInt(text),
    encode: (value) => value.toString(),
  })
  .meta({
    description: "Integer string in the token's smallest unit; negative where more was refunded",
    example: "42075000",
  });

const chainId = z.number().int();

const moved = {
  opening: balance.meta(says("What was left at the beginning", "0")),
  in: total.meta(says("Payments and charges, before fees", "42500000")),
  fees: total.meta(says("The fees that the contracts kept of them", "425000")),
  refunds: total.meta(says("What went back to payers", "0")),
  out: total.meta(says("`fees` and `refunds` together", "425000")),
  closing: balance.meta(says("What was left at the end: `opening` + `in` − `out`", "42075000")),
  movements: count.meta(says("How many movements there were", 3)),
};

export const getBooks = endpoint({
  ...ofBooks,
  method: "GET",
  path: "/v1/books",
  summary: "Retrieve your books",
  description:
    "What moved through the contracts, by day (UTC) of its block, chain and currency, the oldest day first; days without movements are left out. `opening` and `closing` are your net proceeds: payments and charges, less fees and refunds, since the beginning. They are not the balance of your wallet, which other transfers change as well. Only final blocks count. By default of the last 30 days, of which today is the last. 400 with `range_too_long` beyond 366 days.",
  query: z.strictObject(rangeQuery("30 days")),
  status: 200,
  errors: ["invalid_request"],
  response: z
    .object({
      object: z.literal("books"),
      mode,
      from: range.from.meta(says("The first day (UTC)", "2026-04-01")),
      to: range.to.meta(says("The day (UTC) after the last one", "2026-05-01")),
      days: z
        .array(
          z
            .object({
              day: z.iso.date().meta(says("The day (UTC) of the blocks", "2026-04-27")),
              chainId,
              currency,
              ...moved,
              firstBlock: uint256.meta(says("The block of the day's first movement", "21000000")),
              lastBlock: uint256.meta(says("The block of the day's last movement", "21004200")),
            })
            .meta({ id: "BookDay" }),
        )
        .meta(says("Each day with movements, by chain and currency")),
      total: z
        .array(z.object({ chainId, currency, ...moved }).meta({ id: "BookTotal" }))
        .meta(says("The whole range, by chain and currency")),
    })
    .meta({ id: "Books" }),
});

const movement = z
  .object({
    id: id("transaction"),
    object: z.literal("book_movement"),
    date: z.iso.date().meta(says("The day (UTC) of the block", "2026-04-27")),
    kind: z
      .enum(["payment", "subscription_charge", "refund", "agent_job", "unmatched_deposit"])
      .meta(says("What moved: the transaction's `type`", "payment")),
    chainId,
    blockNumber: uint256,
    blockTimestamp: instant,
    txHash: bytes32,
    logIndex: z.number().int().meta(says("The index of the movement's log in its block", 3)),
    currency,
    token: address.meta(says("The token's contract")),
    from: address.meta(says("Who paid; of a refund your wallet")),
    to: address.meta(says("Your payout wallet; of a refund the payer")),
    amount,
    fee: money,
    net: money.meta(says("`amount` less `fee`", "42075000")),
  })
  .meta({ id: "BookMovement" });

export const listMovements = endpoint({
  ...ofBooks,
  method: "GET",
  path: "/v1/books/movements",
  summary: "List the movements of your books",
  description:
    "Each payment, charge and refund of final blocks, by the time of its block. As CSV it is what `verify.mjs` compares with a public node. By default of the last 30 days, of which today is the last. 400 with `range_too_long` beyond 366 days.",
  query: z.strictObject({ ...pageQuery, ...rangeQuery("30 days") }),
  status: 200,
  errors: ["invalid_request"],
  response: listOf(movement),
});
