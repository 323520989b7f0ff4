import { z } from "zod";
import {
  findReservationFaults,
  type ReservationFaults,
  repairReservations,
} from "@/lib/domain/storefronts/orders/repair-reservations";
import { contextOf, defineCommand } from "@/operator/command";
import { counted, table } from "@/operator/wording";

export const repairReservationsCommand = defineCommand({
  name: "repair-reservations",
  summary: "repair stock reservations of sessions that are over",
  help: `Lists orders whose session is over and whose pieces are still reserved, and products that count other pieces as
reserved than their orders have. With --apply the pieces of paid orders are taken, those that no payer can be charged for any
more are put back on sale, and the counts are corrected. Use it when /ready says that reservations are kept.`,
  words: [],
  options: {},
  changes: true,
  input: z.object({}),
  async run(desk) {
    const found = await findReservationFaults(desk.db);
    if (found.stuck.length + found.miscounted.length === 0) {
      return { lines: ["Every reservation is for an open session."], data: { ...found } };
    }
    const apply = async () => {
      const left = await repairReservations(await contextOf(desk));
      const lines = ["The reservations were repaired. Still open:", ...linesOf(left)];
      return { lines, data: { ...left } };
    };
    return {
      lines: [...linesOf(found), "The reservations would be repaired."],
      data: { ...found },
      apply,
    };
  },
});

const linesOf = ({ stuck, miscounted }: ReservationFaults): string[] => [
  ...table(
    stuck.map(({ id, merchantId, productId, quantity, status, seconds }) => [
      id,
      merchantId,
      productId ?? "no product",
      counted(quantity, "piece"),
      status,
      `for ${Math.round(seconds / 60)} min`,
    ]),
  ),
  ...table(
    miscounted.map(({ id, reserved, ordered }) => [
      id,
      `counts ${reserved} as reserved`,
      `its orders have ${ordered}`,
    ]),
  ),
];
