import { z } from "zod";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { type Address, addressPattern, lowerHex } from "@/lib/core/chain/hex";
import { impossible } from "@/lib/core/errors";
import { modes } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/platform/context";
import type { OptionText } from "./command";

export const chainOption: OptionText = { value: "ID", text: "the chain's id, such as 8453" };

export const chainInput = z.object({ chain: z.coerce.number().int().positive() });

/** An address on the command line. */
export const addressText = z
  .string()
  .regex(addressPattern, "0x and 40 hex characters")
  .transform((text) => lowerHex(text as Address));

/** A fee on the command line, in hundredths of a percent; an empty text is none. */
export const feeBpsText = z
  .string()
  .regex(/^\d{1,3}$/, "a whole number up to 300")
  .transform(Number)
  .pipe(z.number().max(300));

export const deploymentOptions: Readonly<Record<string, OptionText>> = {
  mode: { value: "test|live", text: "the mode whose contracts are meant" },
  chain: { value: "ID", text: "the chain, where the mode has several" },
  registry: { value: "ADDRESS", text: "the registry, where the chain has several" },
};

export const deploymentInput = z.object({
  mode: z.enum(modes),
  chain: z.coerce.number().int().positive().optional(),
  registry: addressText.optional(),
});

/**
 * The deployment that is meant.
 * @throws Refusal there is none, or several
 */
export function chooseNamed(
  { chains }: Pick<Context, "chains">,
  { mode, chain, registry }: z.output<typeof deploymentInput>,
): Deployment {
  const found = chains.deployments.filter(
    (one) =>
      one.mode === mode &&
      (chain === undefined || one.chainId === chain) &&
      (registry === undefined || one.contracts.registry.address === registry),
  );
  const [only] = found;
  if (only && found.length === 1) return only;
  const list = found.map(
    ({ chainId, contracts }) => `--chain ${chainId} --registry ${contracts.registry.address}`,
  );
  throw impossible(
    found.length === 0
      ? `No such deployment is configured in ${mode} mode.`
      : `Several deployments are meant; say which: ${list.join(", or ")}.`,
  );
}
