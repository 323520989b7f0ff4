// Generated from contracts/src/local/LocalSmartWallet.sol by `npm run contracts:build`.
export const localSmartWalletAbi = [
  {"inputs":[{"name":"walletSigner","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[{"name":"digest","type":"bytes32"},{"name":"signature","type":"bytes"}],"name":"isValidSignature","outputs":[{"name":"magic","type":"bytes4"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"signer","outputs":[{"name":"","type":"address"}],"stateMutability":"view","type":"function"},
] as const;
