/** A webhook endpoint or customer is told of rarely: only its names are here. */
const names =
  '"email":null,"name":null,"externalRef":null,"walletAddress":"0x","emailHistory":[],"source":"checkout","updatedAt":"' +
  '"object":"webhook_endpoint","url":"https://","events":["payment.created","payment.completed"],"status":"enabled","secret":"whsec_' +
  '{"error":{"code":"invalid_request","message":"","param":null,"details":{"reason":"","requestId":"req_' +
  '"metadata":{"order":"orderId":"order_id":"invoice":"customer":"email":"source":"cart_id":"user_id":"';

/** Sessions are nearly all that is stored: near the end, where a reference to them is shortest. */
const session = (status: string, late: string, payment: string, refundable: string) =>
  `{"id":"ps_","object":"payment_session","mode":"live","merchantId":"mer_","amount":"1000000","currency":"EURC",${status}` +
  '"description":"Order ","checkoutUrl":"http://localhost:3000/pay/ps_","successUrl":"https://shop.","cancelUrl":"https://www.' +
  '","ref":"0x","chainId":8453,"processorAddress":"0x","tokenAddress":"0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913","chainMerchantId":"1",' +
  `"customerId":"cus_","invoiceId":null,"transactionId":"txn_","payment":${payment},"amountRefunded":"0","amountRefundable":"${refundable}",` +
  `"metadata":{},"createdVia":"api","expiresAt":"2026-11-01T00:00:00.000Z",${late}"createdAt":"2026-11-01T00:00:00.000Z"}` +
  '"mode":"test","currency":"USDC","description":null,"successUrl":null,"cancelUrl":null,"ref":"0x","chainId":84532,';

const confirmed = session(
  '"status":"confirmed",',
  '"confirmedAt":"2026-11-01T00:00:00.000Z",',
  '{"state":"final","txHash":"0x","seenAt":"2026-11-01T00:00:00.000Z","expectedFinalAt":"2026-11-01T00:00:00.000Z"}',
  "1000000",
);
const opened = session('"status":"created",', '"confirmedAt":null,', "null", "0");
const pending =
  '{"id":"ps_","object":"payment_session","mode":"test","merchantId":"mer_","amount":"","currency":"USDC","status":"pending",' +
  '"description":null,"checkoutUrl":"https://pay.","successUrl":null,"cancelUrl":null,"ref":"0x","chainId":,"processorAddress":"0x",' +
  '"tokenAddress":"0x","chainMerchantId":"","customerId":null,"invoiceId":null,"transactionId":null,"payment":null,' +
  '"amountRefunded":"0","amountRefundable":"0","metadata":{},"createdVia":"api","expiresAt":"2026-","confirmedAt":null,"createdAt":"2026-';

/** The same with marks for values, as they stand in texts of the second version. */
const marked = (id: string, again: string, merchant: string, status: string, payment: string) =>
  `{"id":"${id}","object":"payment_session","mode":"test","merchantId":"${merchant}","amount":"1000000","currency":"USDC",${status}` +
  `"description":null,"checkoutUrl":"https://pay.example.com/pay/${again}","successUrl":null,"cancelUrl":null,` +
  '"ref":"\u0005","chainId":8453,"processorAddress":"\u0002","tokenAddress":"\u0002",' +
  `"chainMerchantId":"0",${payment}"metadata":{},"createdVia":"api",`;
const unpaid =
  '"customerId":null,"invoiceId":null,"transactionId":null,"payment":null,"amountRefunded":"0","amountRefundable":"0",';
const paid =
  '"customerId":"cus_\u0003","invoiceId":null,"transactionId":"txn_\u0003","payment":{"state":"final","txHash":"\u0001",' +
  '"seenAt":"\u0004","expectedFinalAt":"\u0004"},"amountRefunded":"0","amountRefundable":"1000000",';
const epoch = "1970-01-01T00:00:00.000Z";
const withMarks =
  marked("ps_\u0003", "\u0010", "mer_\u0003", '"status":"pending",', unpaid) +
  '"expiresAt":"\u0004","confirmedAt":null,"createdAt":"\u0004"}' +
  marked("\u0010", "\u0010", "\u0011", '"status":"created",', unpaid) +
  `"expiresAt":"${epoch}","confirmedAt":null,"createdAt":"${epoch}"}` +
  marked("\u0010", "\u0010", "\u0011", '"status":"confirmed",', paid) +
  '"expiresAt":"\u0004","confirmedAt":"\u0004","createdAt":"\u0004"}' +
  '"mode":"live","currency":"EURC","description":"Order ","successUrl":"https://","cancelUrl":"https://www.","chainMerchantId":"1","chainId":84532,';

/** Since the third version: who packs a session's event knows its contract, its token and its times as well. */
interface SessionWords {
  readonly id: string;
  readonly merchant: string;
  readonly processor: string;
  /** Empty in the third version. */
  readonly signatures: string;
  readonly token: string;
  readonly status: string;
  readonly payment: string;
  readonly times: string;
}

/** In the order in which a session shows them, so that a text is few runs of it. */
const shown = (words: SessionWords) => {
  const { id, merchant, processor, signatures, token, status, payment, times } = words;
  return (
    `{"id":"${id}","object":"payment_session","mode":"test","merchantId":"${merchant}","amount":"1000000","currency":"USDC","status":"${status}",` +
    '"description":null,"checkoutUrl":"https://pay.example.com/pay/\u0010","successUrl":null,"cancelUrl":null,' +
    `"ref":"\u0005","chainId":8453,"processorAddress":"${processor}",${signatures}"tokenAddress":"${token}","chainMerchantId":"0",` +
    `${payment}"metadata":{},"createdVia":"api",${times}}`
  );
};
const untold = { id: "\u0010", merchant: "\u0011", processor: "\u0012", token: "\u0013" };
const progress = (stage: string) =>
  `"payment":{"state":"${stage}","stage":"${stage}","txHash":"\u0001","seenAt":"\u0004","expectedFinalAt":"\u0004"},`;
const forSessions = (signatures: string) =>
  '"mode":"live","currency":"EURC","description":"Order ","successUrl":"https://","cancelUrl":"https://www.","chainMerchantId":"1","chainId":84532,"metadata":{"order":"' +
  shown({
    ...untold,
    signatures,
    id: "ps_\u0003",
    merchant: "mer_\u0003",
    processor: "\u0002",
    token: "\u0002",
    status: "pending",
    payment: unpaid,
    times: '"expiresAt":"\u0004","confirmedAt":null,"createdAt":"\u0004"',
  }) +
  shown({
    ...untold,
    signatures,
    status: "created",
    payment: unpaid,
    times: `"expiresAt":"${epoch}","confirmedAt":null,"createdAt":"${epoch}"`,
  }) +
  shown({
    ...untold,
    signatures,
    status: "pending",
    payment: `"customerId":null,"invoiceId":null,"transactionId":"txn_\u0003",${progress("seen")}"amountRefunded":"0","amountRefundable":"0",`,
    times: '"expiresAt":"\u0015","confirmedAt":null,"createdAt":"\u0014"',
  }) +
  shown({
    ...untold,
    signatures,
    status: "confirmed",
    payment: `"customerId":"cus_\u0003","invoiceId":null,"transactionId":"txn_\u0003",${progress("final")}"amountRefunded":"0","amountRefundable":"1000000",`,
    times: '"expiresAt":"\u0015","confirmedAt":"\u0004","createdAt":"\u0014"',
  });

/**
 * What packed texts refer to, by the version in their first byte. A version is never changed nor removed:
 * what was packed with it could not be read any more. A new one is added, and is used from then on.
 */
export const dictionaries: ReadonlyMap<number, Buffer> = new Map([
  [1, Buffer.from(names + confirmed + opened + pending)],
  [2, Buffer.from(names + withMarks)],
  [3, Buffer.from(names + forSessions(""))],
  [4, Buffer.from(`${names}"signatures":[2],${forSessions('"signatures":[1,2],')}`)],
]);

/** The version that texts are packed with. */
export const currentVersion = 4;
