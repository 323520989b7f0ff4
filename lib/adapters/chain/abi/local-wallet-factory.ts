// Generated from contracts/src/local/LocalWalletFactory.sol by `npm run contracts:build`.
export const localWalletFactoryAbi = [
  {"inputs":[{"name":"signer","type":"address"},{"name":"salt","type":"uint256"}],"name":"createAccount","outputs":[{"name":"wallet","type":"address"}],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"name":"signer","type":"address"},{"name":"salt","type":"uint256"}],"name":"getAddress","outputs":[{"name":"wallet","type":"address"}],"stateMutability":"view","type":"function"},
] as const;
