/** Stands in for the modal of WalletConnect's client, which is asked for with `showQrModal` alone. */
export function createAppKit(): never {
  throw new Error("This page shows its pairing itself");
}
