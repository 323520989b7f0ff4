import { z } from "zod";
import { must } from "@/lib/contract/fields";

const tooShort = must("must have at least 15 characters");
const tooLong = must("must have at most 128 characters");

/** Long, and otherwise as one likes (NIST SP 800-63B). */
export const newPassword = z
  .string()
  .min(15, tooShort)
  .max(128, tooLong)
  .meta({ description: "15 to 128 characters", example: "correct horse battery staple" });

export const mailedCode = z.string().regex(/^[0-9]{6}$/, must("must be six digits"));

/** Of an authenticator app, or a recovery code. */
export const factorCode = z.string().min(6).max(20);

/** What an earlier answer gave to the browser. */
export const browserToken = z
  .string()
  .regex(/^[\w-]{43}$/, must("must be the value of the previous response"));

/** What follows from a factor that was proved. */
export const signInStep = z.object({
  status: z.enum(["signed_in", "second_factor"]),
  ticket: z.string().nullable(),
  methods: z.array(z.enum(["passkey", "totp", "recovery_code"])),
});

export const done = z.object({ done: z.literal(true) });

export const shared = { auth: "none", tag: "Identity", status: 200 } as const;
/** Guesses, from one address. */
export const tries = { group: "identity:tries", requests: 20, seconds: 900 };
/** Everything else of a page. */
export const reads = { group: "identity", requests: 120, seconds: 60 };
