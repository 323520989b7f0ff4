// Generated from contracts/src/wallets/WalletCreation.sol by `npm run contracts:build`.
export const walletCreationAbi = [
  {"inputs":[{"name":"wallet","type":"address"},{"name":"factory","type":"address"},{"name":"data","type":"bytes"},{"name":"gasLimit","type":"uint256"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[{"name":"wallet","type":"address"}],"name":"WalletNotCreated","type":"error"},
] as const;
