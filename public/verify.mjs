// node verify.mjs movements.csv https://node.example: compares each line of GET /v1/books/movements, as CSV, with receipts
// and blocks of any node of the chain, and looks for movements that the file leaves out between its first and last block.
import { readFileSync } from "node:fs";
const [file, node] = process.argv.slice(2), TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const settled = { // PaymentSettled, SubscriptionCharged: the event before it that names the route, the word of the amount, the kinds
  "0xd93a66576e95f5bdef39d56bd51cb0f1efc6c7857478d39e5b3d8e54c8c01e77": ["0xd1260548de9b4eac6249c7d845f9ff763d2a9480384d58b947d546296e955ec7", 1, "payment unmatched_deposit"],
  "0xd9ba9b17a342e2b2c21c5030814ef6d8e500eb24f553917738d124eb25bc0a96": ["0xa6655957c64b1e0dc0d4d4bcb0493a003a46aeddba42c7c65af4ff7fcff14e63", 2, "subscription_charge"] };
const refunded = { // PaymentRefunded, ChargeRefunded: the word of the sender, after which come token and amount
  "0xca7c032664fd2ba485147d7c1c2c0db0cfa4fd13dc50c47c9aa70781e0be207f": 1, "0x0d660e407c874580d5369e42fc0fc4791c8f131673d3cf6f12dfecebb4b95635": 3 };
const stop = (text) => process.exit(console.log(text) ?? 1), address = (word = "") => `0x${word.slice(-40)}`, wordOf = ({ data }, at) => `0x${data.slice(2 + 64 * at, 66 + 64 * at).padEnd(64, "0")}`, hex = (number) => `0x${BigInt(number).toString(16)}`, sumOf = (list, of) => list.reduce((sum, one) => sum + of(one), 0n), units = (text) => BigInt(text.replace(/\.(.*)$/, (_, part) => part.padEnd(6, "0"))), decimal = (amount) => `${amount / 1_000_000n}.${String(amount % 1_000_000n).padStart(6, "0")}`;
async function ask(method, params, tries = 4) {
  const sent = { method: "POST", headers: { "content-type": "application/json" }, signal: AbortSignal.timeout(20_000), body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) };
  const said = await fetch(node, sent).then((answer) => answer.json()).catch((error) => ({ error }));
  return "result" in said ? said.result : tries > 1 ? new Promise((done) => setTimeout(done, 2_000 / tries)).then(() => ask(method, params, tries - 1)) : stop(`Not checked: ${method}: ${said.error?.message}`);
}
async function readAll(keys, read, known = new Map()) { // eight at a time
  await Promise.all(keys.slice(0, 8).map(async (key) => known.set(key, await read(key))));
  return keys.length > 8 ? readAll(keys.slice(8), read, known) : known;
}
function movementOf(log, logs, moved) { // what a log says; undefined where it is no movement
  const [topic, registry, , payer] = log.topics, core = log.address, word = refunded[topic], [routed, place, kinds] = settled[topic] ?? [];
  if (word) return { kinds: "refund", core, registry, merchant: wordOf(log, 0), from: address(wordOf(log, word)), to: address(payer), token: address(wordOf(log, word + 1)), amount: BigInt(wordOf(log, word + 2)), fee: 0n };
  if (!routed) return moved.filter(({ at, to }) => at === +log.logIndex && !logs.some(({ topics }) => refunded[topics[0]] && address(topics[3]) === to)).map((one) => ({ ...one, kinds: "refund", core: null, fee: 0n }))[0];
  const route = logs.findLast((one) => one.address === core && one.topics[0] === routed && +one.logIndex < +log.logIndex), amount = BigInt(wordOf(log, place));
  if (!route || route.topics[1] !== registry) return undefined; // a stranger's contract that imitates ours
  const merchant = route.topics[2], token = address(route.topics[3]), to = address(wordOf(route, 0)), fee = (amount * BigInt(wordOf(route, 1))) / 10_000n, paid = moved.filter((one) => !one.isTaken && one.token === token && one.to === core && one.amount === amount && (place !== 1 || one.from === address(wordOf(log, 0))));
  const own = paid.findLast(({ at }) => at < +log.logIndex) ?? paid[0]; // none: a stranger's token, which logs no transfer
  return own && { kinds, core, registry, merchant, token, to, amount, fee, from: own.from, isTaken: (own.isTaken = true) };
}
function movementsIn({ logs }) { // by log; a contract must have passed on what it took less its fees, and a refund must have arrived
  const moved = logs.filter(({ topics }) => topics[0] === TRANSFER && topics.length === 3).map((log) => ({ token: log.address, from: address(log.topics[1]), to: address(log.topics[2]), amount: BigInt(log.data), at: +log.logIndex }));
  const found = new Map(logs.map((log) => [+log.logIndex, movementOf(log, logs, moved)]).filter(([, said]) => said));
  for (const one of found.values()) {
    const sent = moved.filter(({ token, from, to }) => token === one.token && to === one.to && (from === one.core || (!one.isTaken && from === one.from))), same = [...found.values()].filter(({ core, token, to, isTaken }) => isTaken && core === one.core && token === one.token && to === one.to);
    one.isSent = one.isTaken ? sumOf(sent, ({ amount }) => amount) >= sumOf(same, ({ amount, fee }) => amount - fee) : sent.some(({ amount }) => amount === one.amount);
  }
  return found;
}
const [head, ...rows] = readFileSync(file, "utf8").trim().split(/\r?\n/).map((line) => line.split(",")), all = rows.map((cells, at) => Object.fromEntries([["at", at + 2], ...head.map((name, place) => [name, cells[place]])]));
const odd = all.find(({ chainId, txHash }) => !/^\d+$/.test(chainId) || !/^0x[0-9a-f]{64}$/.test(txHash)), chain = odd ? stop(`Line ${odd.at} is no movement`) : String(+(await ask("eth_chainId", []))), lines = all.filter(({ chainId }) => chainId === chain), seen = new Map(), sums = {}, names = {};
const receipts = await readAll([...new Set(lines.map(({ txHash }) => txHash))], (hash) => ask("eth_getTransactionReceipt", [hash])), blocks = await readAll([...new Set(lines.map(({ blockNumber }) => blockNumber))], (number) => ask("eth_getBlockByNumber", [hex(number), false]));
for (const line of lines) {
  const receipt = receipts.get(line.txHash), said = +receipt?.status === 1 ? movementsIn(receipt).get(+line.logIndex) : undefined, place = `${line.txHash} ${+line.logIndex}`;
  const compare = (name, theirs, ours = line[name]) => String(ours) === String(theirs) || stop(`Line ${line.at} (${line.id}): ${name} is ${ours}, the chain has ${theirs}`);
  compare("movement", said ? (seen.has(place) ? "it once, in an earlier line" : place) : "none there", place);
  const { amount, fee, kinds, core, registry, merchant, token } = said, time = new Date(+(blocks.get(line.blockNumber)?.timestamp ?? 0) * 1_000).toISOString(), kind = kinds.split(" ").find((one) => one === line.kind) ?? kinds;
  for (const name of ["token", "from", "to"]) compare(name, said[name], line[name].toLowerCase());
  for (const [name, value] of Object.entries({ amount, fee, net: amount - fee })) { compare(name, value); compare(`${name}Decimal`, value, String(units(line[`${name}Decimal`]))); }
  for (const [name, value] of Object.entries({ transfer: said.isSent ? undefined : "none of it", kind, currency: (names[token] ??= line.currency), blockNumber: +receipt.blockNumber, blockTimestamp: time, date: time.slice(0, 10) })) compare(name, value);
  const sum = (sums[`${line.currency} ${token}`] ??= { in: 0n, fees: 0n, refunds: 0n }), side = kind === "refund" ? "refunds" : "in";
  Object.assign(sum, { [side]: sum[side] + amount, fees: sum.fees + fee }); seen.set(place, { core, registry, merchant });
}
const own = [...seen.values()].filter(({ core }) => core), numbers = lines.map(({ blockNumber }) => Number(blockNumber)), [first, last] = [Math.min(...numbers), Math.max(...numbers)], hashes = new Set(), each = (name) => [...new Set(own.map((one) => one[name]))], topics = [[Object.values(settled).map(([routed]) => routed), each("registry"), each("merchant")], [Object.keys(refunded), each("registry")]];
for (let from = first, size = 10_000; own.length > 0 && from <= last; from += size) // what most public nodes answer at once
  for (const some of topics) (await ask("eth_getLogs", [{ address: each("core"), topics: some, fromBlock: hex(from), toBlock: hex(Math.min(last, from + size - 1)) }])).forEach(({ transactionHash }) => hashes.add(transactionHash));
await readAll([...hashes].filter((hash) => !receipts.has(hash)), async (hash) => (await ask("eth_getTransactionReceipt", [hash])) ?? stop(`Not checked: no receipt of ${hash}`), receipts);
for (const [hash, receipt] of receipts) for (const [at, said] of movementsIn(receipt))
  if (own.some((one) => ["core", "registry", "merchant"].every((name) => one[name] === said[name])) && !seen.has(`${hash} ${at}`)) stop(`Left out: log ${at} of ${hash}`);
for (const [token, sum] of Object.entries(sums)) console.log(token, ...Object.entries(sum).map(([name, amount]) => `${name} ${decimal(amount)}`));
console.log(`${lines.length} movements agree${all.length > lines.length ? `; ${all.length - lines.length} of other chains were not checked` : ""}`);
