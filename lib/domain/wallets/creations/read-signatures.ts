import { size } from "viem/utils";
import { type GivenSignature, signatureBytes } from "@/lib/adapters/chain/calls/signatures";
import {
  isSameCreation,
  LONGEST_CREATION,
  unwrapSignature,
  type WalletCreation,
} from "@/lib/adapters/chain/calls/wallet-creation";
import type { Hex } from "@/lib/core/chain/hex";
import { invalidRequest } from "@/lib/core/errors";

/**
 * A payer's signatures as bytes that the payer's code takes, and how the payer's wallet comes to be where they say it
 * (ERC-6492). A wallet may say it in one of them or in each, and then always the same.
 * @throws Refusal `invalid_request` with `signature_invalid`: malformed, too long, or two ways to create one wallet
 */
export function readSignatures<Name extends string>(
  given: Readonly<Record<Name, GivenSignature>>,
): { readonly signatures: Readonly<Record<Name, Hex>>; readonly creation: WalletCreation | null } {
  const signatures = {} as Record<Name, Hex>;
  let creation: WalletCreation | null = null;
  for (const name of Object.keys(given) as Name[]) {
    const read = unwrapSignature(signatureBytes(given[name]));
    if (!read) throw refused(name, "The signature ends as ERC-6492 says, and is not wrapped so.");
    signatures[name] = signatureBytes(read.signature);
    if (!read.creation) continue;
    if (size(read.creation.data) > LONGEST_CREATION) {
      throw refused(name, `The call of a factory can have at most ${LONGEST_CREATION} bytes.`);
    }
    if (creation && !isSameCreation(creation, read.creation)) {
      throw refused(name, "The signatures name two ways to create the wallet.");
    }
    creation = read.creation;
  }
  return { signatures, creation };
}

function refused(param: string, message: string) {
  return invalidRequest(param, message, { reason: "signature_invalid" });
}
