import { createHash, randomBytes } from "node:crypto";
import type { Bytes32 } from "@/lib/core/chain/hex";

/** A token for a browser: 256 random bits. */
export const newSessionToken = (): string => randomBytes(32).toString("base64url");

/** What is kept of a token. */
export const hashOfToken = (token: string): Bytes32 =>
  `0x${createHash("sha256").update(token).digest("hex")}`;
