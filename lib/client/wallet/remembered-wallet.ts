const STORAGE_KEY = "stipend-wallet";

/** The wallet that this tab was connected with before it was loaded again; null for none. */
export function rememberedWallet(): string | null {
  return inStorage((storage) => storage.getItem(STORAGE_KEY));
}

/** Remembers a wallet for as long as the tab lives; null forgets it. */
export function rememberWallet(id: string | null): void {
  inStorage((storage) =>
    id === null ? storage.removeItem(STORAGE_KEY) : storage.setItem(STORAGE_KEY, id),
  );
}

/** Where the browser keeps nothing, the payer connects again. */
function inStorage<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(sessionStorage);
  } catch {
    return null;
  }
}
