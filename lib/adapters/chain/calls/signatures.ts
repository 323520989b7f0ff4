import { recoverAddress } from "viem";
import { hexToBigInt, isAddressEqual, numberToHex, size, slice } from "viem/utils";
import { type Address, type Bytes32, type Hex, lowerHex } from "@/lib/core/chain/hex";

/** A signature as the API takes it: split, or as bytes. */
export type GivenSignature = { readonly v: number; readonly r: Bytes32; readonly s: Bytes32 } | Hex;

/** An ECDSA signature of 65 bytes: `r ‖ s ‖ v`. */
const ECDSA_BYTES = 65;
/** Half the order of secp256k1; contracts refuse the malleable twin above it (EIP-2). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/**
 * A signature as bytes. An ECDSA one becomes `r ‖ s ‖ v` with v of 27 or 28, since tokens refuse the
 * parities 0 and 1.
 */
export function signatureBytes(given: GivenSignature): Hex {
  if (typeof given !== "string") return joined(given.r, given.s, given.v);
  if (size(given) !== ECDSA_BYTES) return given;
  return joined(slice(given, 0, 32), slice(given, 32, 64), Number(slice(given, 64)));
}

function joined(r: Hex, s: Hex, v: number): Hex {
  return `${lowerHex(r)}${lowerHex(s).slice(2)}${numberToHex(v < 27 ? v + 27 : v, { size: 1 }).slice(2)}`;
}

/** The parts of a 65-byte signature. */
export function splitSignature(signature: Hex): { r: Bytes32; s: Bytes32; v: number } {
  return {
    r: slice(signature, 0, 32),
    s: slice(signature, 32, 64),
    v: Number(slice(signature, 64)),
  };
}

/** Whether bytes have the form of an ECDSA signature that contracts take: 65 bytes, low s, v of 27 or 28. */
export function isEcdsaSignature(signature: Hex): boolean {
  if (size(signature) !== ECDSA_BYTES) return false;
  const { s, v } = splitSignature(signature);
  return hexToBigInt(s) <= HALF_ORDER && (v === 27 || v === 28);
}

/** Whether an account signed a digest with its own key. False for malformed signatures. */
export async function isSignedBy(signer: Address, hash: Bytes32, signature: Hex): Promise<boolean> {
  const recovered = await recoverSigner(hash, signature);
  return recovered !== null && isAddressEqual(recovered, signer);
}

/** The account whose key signed a digest, if it was this one; null where the bytes are no signature of a key. */
export async function recoverSigner(hash: Bytes32, signature: Hex): Promise<Address | null> {
  if (!isEcdsaSignature(signature)) return null;
  try {
    return await recoverAddress({ hash, signature });
  } catch {
    return null;
  }
}

/** `r` and `yParityAndS` of an ECDSA signature (EIP-2098). */
export function compactSignature(signature: Hex): { r: Bytes32; vs: Bytes32 } {
  const { r, s, v } = splitSignature(signature);
  const parity = BigInt(v - 27) << 255n;
  return { r, vs: numberToHex(hexToBigInt(s) | parity, { size: 32 }) };
}
