// Generated from contracts/src/wallets/WalletTrial.sol by `npm run contracts:build`.
export const walletTrialAbi = [
  {"inputs":[{"name":"wallet","type":"address"},{"name":"factory","type":"address"},{"name":"data","type":"bytes"},{"name":"gasLimit","type":"uint256"},{"name":"target","type":"address"},{"name":"input","type":"bytes"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[{"name":"wallet","type":"address"}],"name":"WalletNotCreated","type":"error"},
] as const;
