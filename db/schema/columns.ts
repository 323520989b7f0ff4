import { customType, text, timestamp } from "drizzle-orm/pg-core";
import type { Address, Bytes32 } from "@/lib/core/hex";
import type { Mode } from "@/lib/core/modes";

/** An amount in the token's smallest unit, or any other uint256: `numeric(78,0)` read as a bigint. */
export const uint256 = customType<{ data: bigint; driverData: string }>({
  dataType: () => "numeric(78,0)",
});

/** Raw bytes. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** An EVM address in lowercase. */
export const address = () => text().$type<Address>();

/** A 32-byte value in lowercase hex. */
export const bytes32 = () => text().$type<Bytes32>();

export const mode = () => text().$type<Mode>();

export const instant = () => timestamp({ withTimezone: true, mode: "date", precision: 3 });

export const createdAt = () => instant().notNull().defaultNow();
