import { sql } from "drizzle-orm";
import { customType, text, timestamp } from "drizzle-orm/pg-core";
import type { Address, Bytes32, Hex } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";

/** An amount in the token's smallest unit, or any other uint256: `numeric(78,0)` read as a bigint. */
export const uint256 = customType<{ data: bigint; driverData: string }>({
  dataType: () => "numeric(78,0)",
});

/** Bytes, read as hex. */
export const bytes = customType<{ data: Hex }>({ dataType: () => "bytea" });

/** An EVM address: 20 bytes, read in lowercase. */
export const address = () => bytes().$type<Address>();

/** 32 bytes, read in lowercase hex. */
export const bytes32 = () => bytes().$type<Bytes32>();

export const mode = () => text().$type<Mode>();

export const instant = () => timestamp({ withTimezone: true, mode: "date", precision: 3 });

/** By the time of the business. */
export const businessInstant = () => instant().notNull().default(sql`clock_now()`);

export const createdAt = businessInstant;
