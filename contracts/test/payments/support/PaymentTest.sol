// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRoutes} from "../../../src/core/interfaces/IRoutes.sol";
import {IMerchantRegistry} from "../../../src/registry/interfaces/IMerchantRegistry.sol";
import {IPaymentProcessor} from "../../../src/payments/interfaces/IPaymentProcessor.sol";
import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {TokenTest} from "../../support/TokenTest.sol";
import {Vm} from "../../support/Vm.sol";
import {IProcessor} from "./IProcessor.sol";
import {Deployments} from "./Deployments.sol";

/// @title A processor with two merchants, and payers who sign once or twice
abstract contract PaymentTest is TokenTest, Deployments {
    /// @dev What a payer wants to pay. Signatures are made from it; to forge, sign one order and send another. With one
    /// signature `salt` counts, with two `nonce`.
    struct Order {
        uint256 key;
        address from;
        address registry;
        uint256 merchantId;
        LocalFiatToken token;
        uint256 amount;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
        bytes32 ref;
        uint96 salt;
    }

    uint256 internal constant PRICE = 25_000_000;
    uint256 internal constant FUNDS = 100_000_000;
    uint16 internal constant FEE_BPS = 100;

    address internal immutable operator = named("operator");
    address internal immutable treasury = named("treasury");
    address internal immutable admin = named("admin");
    address internal immutable payoutA = named("payout of merchant A");
    address internal immutable payoutB = named("payout of merchant B");
    address internal immutable relayer = named("relayer");

    IMerchantRegistry internal registry;
    IProcessor internal processor;
    uint256 internal merchantA;
    uint256 internal merchantB;

    function setUp() public virtual override {
        super.setUp();
        registry = deployRegistry(operator, treasury, admin, address(usdc), address(eurc));
        processor = deployProcessor();
        merchantA = register(payoutA);
        merchantB = register(payoutB);
    }

    /// @dev Makes the registry take a further token.
    function accept(address token) internal {
        vm.prank(admin);
        registry.acceptToken(token);
    }

    function register(address payout) internal returns (uint256) {
        bytes32 key = keccak256(abi.encode("merchant", registry.count()));
        vm.prank(operator);
        return registry.register(key, named("owner"), payout, FEE_BPS, bytes32(0));
    }

    /// @dev An order of a funded payer to merchant A; `seed` makes payer, nonce, salt and reference.
    function order(uint256 seed) internal returns (Order memory made) {
        made = unfundedOrder(seed);
        mint(usdc, made.from, FUNDS);
    }

    function unfundedOrder(uint256 seed) internal view returns (Order memory) {
        uint256 key = uint256(keccak256(abi.encode("payer", seed)));
        return Order({
            key: key,
            from: vm.addr(key),
            registry: address(registry),
            merchantId: merchantA,
            token: usdc,
            amount: PRICE,
            validAfter: 0,
            validBefore: START + 15 minutes,
            nonce: keccak256(abi.encode("nonce", seed)),
            ref: keccak256(abi.encode("reference", seed)),
            salt: uint96(uint256(keccak256(abi.encode("salt", seed))))
        });
    }

    function payment(Order memory o) internal pure returns (IPaymentProcessor.Payment memory) {
        return IPaymentProcessor.Payment({
            registry: o.registry,
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

    function terms(Order memory o) internal pure returns (IPaymentProcessor.Terms memory) {
        return IPaymentProcessor.Terms({
            registry: o.registry,
            merchantId: o.merchantId,
            token: address(o.token),
            from: o.from,
            amount: o.amount,
            validAfter: o.validAfter,
            validBefore: o.validBefore,
            ref: o.ref,
            salt: o.salt
        });
    }

    /// @dev The id of the order when it is paid with two signatures.
    function idOf(Order memory o) internal view returns (bytes32) {
        bytes32 typeHash = keccak256(
            "PaymentIntent(address payer,address registry,uint256 merchantId,address token,uint256 amount,bytes32 ref,bytes32 nonce)"
        );
        return
            _idOf(keccak256(abi.encode(typeHash, o.from, o.registry, o.merchantId, o.token, o.amount, o.ref, o.nonce)));
    }

    /// @dev The id of the order when it is paid with one signature, which is the nonce of its authorization.
    function termsIdOf(Order memory o) internal view returns (bytes32) {
        bytes32 typeHash = keccak256(
            "PaymentTerms(address payer,address registry,uint256 merchantId,address token,uint256 amount,bytes32 ref,uint96 salt)"
        );
        return
            _idOf(keccak256(abi.encode(typeHash, o.from, o.registry, o.merchantId, o.token, o.amount, o.ref, o.salt)));
    }

    function authDigest(Order memory o) internal view returns (bytes32) {
        return _authDigest(o, o.nonce);
    }

    function termsAuthDigest(Order memory o) internal view returns (bytes32) {
        return _authDigest(o, termsIdOf(o));
    }

    function signAuth(Order memory o) internal view returns (IPaymentProcessor.Sig memory) {
        return _sign(o.key, authDigest(o));
    }

    function signIntent(Order memory o) internal view returns (IPaymentProcessor.Sig memory) {
        return _sign(o.key, idOf(o));
    }

    /// @dev The one signature.
    function signTerms(Order memory o) internal view returns (IPaymentProcessor.Sig memory) {
        return _sign(o.key, termsAuthDigest(o));
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
            authVS: compact(auth),
            intentR: intent.r,
            intentVS: compact(intent)
        });
    }

    /// @dev The 140 bytes of an order that is paid with one signature.
    function packed(Order memory o) internal view returns (bytes memory) {
        return packedWith(o, signTerms(o));
    }

    function packedWith(Order memory o, IPaymentProcessor.Sig memory sig) internal pure returns (bytes memory) {
        return abi.encodePacked(o.from, uint64(o.amount), uint32(o.validBefore), o.salt, o.ref, sig.r, compact(sig));
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

    /// @dev The same for packed items.
    function oneTermsGroup(bytes memory items) internal view returns (IPaymentProcessor.TermsGroup[] memory groups) {
        groups = new IPaymentProcessor.TermsGroup[](1);
        groups[0] = IPaymentProcessor.TermsGroup({merchantId: merchantA, token: address(usdc), items: items});
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

    function payTerms(Order memory o) internal returns (bytes32) {
        IPaymentProcessor.Sig memory auth = signTerms(o);
        vm.prank(relayer);
        return processor.payTerms(terms(o), auth);
    }

    function settle(IPaymentProcessor.Group[] memory groups) internal returns (uint256[] memory) {
        vm.prank(relayer);
        return processor.settleBatch(address(registry), groups);
    }

    function settleTerms(IPaymentProcessor.TermsGroup[] memory groups) internal returns (uint256[] memory) {
        vm.prank(relayer);
        return processor.settleTermsBatch(address(registry), groups);
    }

    /// @dev Payer, payout and processor have what they should after the order settled, and nobody else has anything.
    function expectSettled(Order memory o, address payout) internal view {
        _expectPaid(o, payout);
        vm.assertTrue(o.token.authorizationState(o.from, o.nonce), "nonce");
    }

    /// @dev The same for an order that was paid with one signature.
    function expectTermsSettled(Order memory o, address payout) internal view {
        _expectPaid(o, payout);
        vm.assertTrue(o.token.authorizationState(o.from, termsIdOf(o)), "nonce");
    }

    /// @dev Neither kind of payment of this order took anything.
    function expectUntouched(Order memory o) internal view {
        vm.assertEq(o.token.balanceOf(o.from), FUNDS, "payer");
        vm.assertFalse(o.token.authorizationState(o.from, o.nonce), "nonce");
        vm.assertFalse(o.token.authorizationState(o.from, termsIdOf(o)), "nonce of the terms");
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

    /// @dev The compact form of EIP-2098.
    function compact(IPaymentProcessor.Sig memory sig) internal pure returns (bytes32) {
        return bytes32((uint256(sig.v - 27) << 255) | uint256(sig.s));
    }

    /// @dev The other signature that the curve allows for the same message.
    function malleate(IPaymentProcessor.Sig memory sig) internal pure returns (IPaymentProcessor.Sig memory) {
        uint256 order_ = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
        return IPaymentProcessor.Sig({v: sig.v == 27 ? 28 : 27, r: sig.r, s: bytes32(order_ - uint256(sig.s))});
    }

    function notPayable(uint256 merchantId) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IRoutes.MerchantNotPayable.selector, merchantId);
    }

    function _sign(uint256 key, bytes32 digest) internal pure returns (IPaymentProcessor.Sig memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return IPaymentProcessor.Sig({v: v, r: r, s: s});
    }

    function _authDigest(Order memory o, bytes32 nonce) private view returns (bytes32) {
        return
            receiveDigest(
                o.token, Authorization(o.from, address(processor), o.amount, o.validAfter, o.validBefore, nonce)
            );
    }

    function _idOf(bytes32 structHash) private view returns (bytes32) {
        return typedDigest(domainSeparator("Stipend Payments", "1", address(processor)), structHash);
    }

    function _expectPaid(Order memory o, address payout) private view {
        uint256 fee = o.amount * FEE_BPS / 10_000;
        vm.assertEq(o.token.balanceOf(o.from), FUNDS - o.amount, "payer");
        vm.assertEq(o.token.balanceOf(payout), o.amount - fee, "payout");
        vm.assertEq(o.token.balanceOf(address(processor)), fee, "accrued fee");
    }
}
