export type Hex = `0x${string}`;

/** A whole number: a bigint, or its decimal digits. */
export type Whole = bigint | string;

/** An EIP-712 message as wallets take it: numbers are decimal digits. */
export interface TypedData {
  readonly domain: Readonly<Record<string, string | number>>;
  readonly types: Readonly<
    Record<string, readonly { readonly name: string; readonly type: string }[]>
  >;
  readonly primaryType: string;
  readonly message: Readonly<Record<string, string>>;
}

/** What signs for a payer: an account of viem, a browser's wallet by `walletSigner`, or an adapter of your own. */
export interface TypedDataSigner {
  readonly address: string;
  signTypedData(data: TypedData): Promise<Hex>;
}

/** A token's EIP-712 domain, as `tokens.get` answers with it. */
export interface TokenDomain {
  readonly name: string;
  readonly version: string;
  readonly chainId: number;
  readonly address: string;
}

/** The domain of a token's messages. */
export function tokenDomain({ name, version, chainId, address }: TokenDomain) {
  return { name, version, chainId, verifyingContract: address };
}
