// Generated from contracts/src/local/LocalSignatureChecker.sol by `npm run contracts:build`.
export const localSignatureCheckerAbi = [
  {"inputs":[{"name":"signer","type":"address"},{"name":"digest","type":"bytes32"},{"name":"signature","type":"bytes"}],"name":"isValidSignatureNow","outputs":[{"name":"","type":"bool"}],"stateMutability":"view","type":"function"},
] as const;
