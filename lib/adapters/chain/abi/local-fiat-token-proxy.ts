// Generated from contracts/src/local/LocalFiatTokenProxy.sol by `npm run contracts:build`.
export const localFiatTokenProxyAbi = [
  {"inputs":[{"name":"initialImplementation","type":"address"},{"name":"initialAdmin","type":"address"},{"name":"initialization","type":"bytes"}],"stateMutability":"nonpayable","type":"constructor"},
  {"anonymous":false,"inputs":[{"indexed":false,"name":"implementation","type":"address"}],"name":"Upgraded","type":"event"},
  {"stateMutability":"nonpayable","type":"fallback"},
  {"inputs":[],"name":"admin","outputs":[{"name":"account","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"implementation","outputs":[{"name":"account","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"name":"newImplementation","type":"address"}],"name":"upgradeTo","outputs":[],"stateMutability":"nonpayable","type":"function"},
] as const;
