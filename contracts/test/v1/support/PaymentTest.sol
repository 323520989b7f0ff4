// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {MerchantRegistry} from "../../../src/v1/MerchantRegistry.sol";
import {PaymentProcessor} from "../../../src/v1/PaymentProcessor.sol";
import {IMerchantRegistry} from "../../../src/v1/interfaces/IMerchantRegistry.sol";
import {IPaymentProcessor} from "../../../src/v1/interfaces/IPaymentProcessor.sol";
import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {TokenTest} from "../../support/TokenTest.sol";
import {Vm} from "../../support/Vm.sol";

/// @title A processor with two merchants, and payers who sign
abstract contract PaymentTest is TokenTest {
    /// @dev What a payer wants to pay. Both signatures are made from it; to forge, sign one order and send another.
    struct Order {
        uint256 key;
        address from;
        uint256 merchantId;
        LocalFiatToken token;
        uint256 amount;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
        bytes32 ref;
    }

    uint256 internal constant PRICE = 25_000_000;
    uint256 internal constant FUNDS = 100_000_000;
    uint16 internal constant FEE_BPS = 100;

    address internal immutable operator = named("operator");
    address internal immutable treasury = named("treasury");
    address internal immutable payoutA = named("payout of merchant A");
    address internal immutable payoutB = named("payout of merchant B");
    address internal immutable relayer = named("relayer");

    MerchantRegistry internal registry;
    PaymentProcessor internal processor;
    uint256 internal merchantA;
    uint256 internal merchantB;

    function setUp() public virtual override {
        super.setUp();
        registry = new MerchantRegistry(operator);
        processor = new PaymentProcessor(registry, address(usdc), address(eurc), treasury);
        merchantA = register(payoutA);
        merchantB = register(payoutB);
    }

    function register(address payout) internal returns (uint256) {
        vm.prank(operator);
        return registry.register(named("owner"), payout, FEE_BPS, bytes32(0));
    }

    /// @dev An order of a funded payer to merchant A; `seed` makes payer, nonce and reference.
    function order(uint256 seed) internal returns (Order memory made) {
        made = unfundedOrder(seed);
        mint(usdc, made.from, FUNDS);
    }

    function unfundedOrder(uint256 seed) internal view returns (Order memory) {
        uint256 key = uint256(keccak256(abi.encode("payer", seed)));
        return Order({
            key: key,
            from: vm.addr(key),
            merchantId: merchantA,
            token: usdc,
            amount: PRICE,
            validAfter: 0,
            validBefore: START + 15 minutes,
            nonce: keccak256(abi.encode("nonce", seed)),
            ref: keccak256(abi.encode("reference", seed))
        });
    }

    function payment(Order memory o) internal pure returns (IPaymentProcessor.Payment memory) {
        return IPaymentProcessor.Payment({
            merchantId: o.merchantId,
            token: address(o.token),
            from: o.from,
            amount: o.amount,
            validAfter: o.validAfter,
            validBefore: o.validBefore,
            nonce: o.nonce,
            ref: o.ref
        });
    }

    function idOf(Order memory o) internal view returns (bytes32) {
        return typedDigest(
            domainSeparator("Stipend Payments", "1", address(processor)),
            keccak256(
                abi.encode(
                    keccak256(
                        "PaymentIntent(address payer,uint256 merchantId,address token,uint256 amount,bytes32 ref,bytes32 nonce)"
                    ),
                    o.from,
                    o.merchantId,
                    address(o.token),
                    o.amount,
                    o.ref,
                    o.nonce
                )
            )
        );
    }

    function authDigest(Order memory o) internal view returns (bytes32) {
        return receiveDigest(
            o.token, Authorization(o.from, address(processor), o.amount, o.validAfter, o.validBefore, o.nonce)
        );
    }

    function signAuth(Order memory o) internal view returns (IPaymentProcessor.Sig memory) {
        return _sign(o.key, authDigest(o));
    }

    function signIntent(Order memory o) internal view returns (IPaymentProcessor.Sig memory) {
        return _sign(o.key, idOf(o));
    }

    function item(Order memory o) internal view returns (IPaymentProcessor.Item memory) {
        return itemOf(o, signAuth(o), signIntent(o));
    }

    function itemOf(Order memory o, IPaymentProcessor.Sig memory auth, IPaymentProcessor.Sig memory intent)
        internal
        pure
        returns (IPaymentProcessor.Item memory)
    {
        return IPaymentProcessor.Item({
            from: o.from,
            amount: uint128(o.amount),
            validAfter: o.validAfter,
            validBefore: o.validBefore,
            nonce: o.nonce,
            ref: o.ref,
            authR: auth.r,
            authVS: _compact(auth),
            intentR: intent.r,
            intentVS: _compact(intent)
        });
    }

    /// @dev A batch of one group, for merchant A in USDC.
    function oneGroup(IPaymentProcessor.Item[] memory items)
        internal
        view
        returns (IPaymentProcessor.Group[] memory groups)
    {
        groups = new IPaymentProcessor.Group[](1);
        groups[0] = IPaymentProcessor.Group({merchantId: merchantA, token: address(usdc), items: items});
    }

    function list(IPaymentProcessor.Item memory a) internal pure returns (IPaymentProcessor.Item[] memory items) {
        items = new IPaymentProcessor.Item[](1);
        items[0] = a;
    }

    function list(IPaymentProcessor.Item memory a, IPaymentProcessor.Item memory b)
        internal
        pure
        returns (IPaymentProcessor.Item[] memory items)
    {
        items = new IPaymentProcessor.Item[](2);
        (items[0], items[1]) = (a, b);
    }

    function pay(Order memory o) internal returns (bytes32) {
        IPaymentProcessor.Sig memory auth = signAuth(o);
        IPaymentProcessor.Sig memory intent = signIntent(o);
        vm.prank(relayer);
        return processor.pay(payment(o), auth, intent);
    }

    function settle(IPaymentProcessor.Group[] memory groups) internal returns (uint256[] memory) {
        vm.prank(relayer);
        return processor.settleBatch(groups);
    }

    /// @dev Payer, payout and processor have what they should after the orders settled, and nobody else has anything.
    function expectSettled(Order memory o, address payout) internal view {
        uint256 fee = o.amount * FEE_BPS / 10_000;
        vm.assertEq(o.token.balanceOf(o.from), FUNDS - o.amount, "payer");
        vm.assertEq(o.token.balanceOf(payout), o.amount - fee, "payout");
        vm.assertEq(o.token.balanceOf(address(processor)), fee, "accrued fee");
        vm.assertTrue(o.token.authorizationState(o.from, o.nonce), "nonce");
    }

    function expectUntouched(Order memory o) internal view {
        vm.assertEq(o.token.balanceOf(o.from), FUNDS, "payer");
        vm.assertFalse(o.token.authorizationState(o.from, o.nonce), "nonce");
    }

    /// @dev How often an event of the processor was recorded since `vm.recordLogs`.
    function countEvents(Vm.Log[] memory logs, bytes32 topic) internal view returns (uint256 count) {
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].emitter == address(processor) && logs[i].topics[0] == topic) count += 1;
        }
    }

    function bytesOf(IPaymentProcessor.Sig memory sig) internal pure returns (bytes memory) {
        return abi.encodePacked(sig.r, sig.s, sig.v);
    }

    /// @dev The other signature that the curve allows for the same message.
    function malleate(IPaymentProcessor.Sig memory sig) internal pure returns (IPaymentProcessor.Sig memory) {
        uint256 order_ = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
        return IPaymentProcessor.Sig({v: sig.v == 27 ? 28 : 27, r: sig.r, s: bytes32(order_ - uint256(sig.s))});
    }

    function notPayable(uint256 merchantId) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IPaymentProcessor.MerchantNotPayable.selector, merchantId);
    }

    function _sign(uint256 key, bytes32 digest) internal pure returns (IPaymentProcessor.Sig memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return IPaymentProcessor.Sig({v: v, r: r, s: s});
    }

    function _compact(IPaymentProcessor.Sig memory sig) private pure returns (bytes32) {
        return bytes32((uint256(sig.v - 27) << 255) | uint256(sig.s));
    }
}
