import { keepInTab, keptInTab } from "@/lib/client/browser-storage";

const STORAGE_KEY = "stipend-wallet";

/** The wallet that this tab was connected with before it was loaded again; null for none. */
export const rememberedWallet = (): string | null => keptInTab(STORAGE_KEY);

/** Remembers a wallet for as long as the tab lives; null forgets it. */
export const rememberWallet = (id: string | null): void => keepInTab(STORAGE_KEY, id);

const signedKey = (id: string) => `stipend-signed-${id}`;

/**
 * What was signed for a payment or a plan and the server has not answered yet, as it is sent. The tab keeps it, so that a
 * page that has to be loaded again does not ask for it twice. Null forgets it.
 */
export const rememberSigned = (id: string, input: object | null): void =>
  keepInTab(signedKey(id), input && JSON.stringify(input));

/** What a payer signed before the page was loaded again; null for nothing. */
export function rememberedSigned<Input extends { signed: { payer: string } }>(
  id: string,
  payer: string,
): Input | null {
  const text = keptInTab(signedKey(id));
  const input: Input | null = text === null ? null : JSON.parse(text);
  return input?.signed.payer.toLowerCase() === payer.toLowerCase() ? input : null;
}
