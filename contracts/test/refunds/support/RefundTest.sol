// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {RefundManager} from "../../../src/refunds/RefundManager.sol";
import {IRefundManager} from "../../../src/refunds/interfaces/IRefundManager.sol";
import {IPaymentProcessor} from "../../../src/payments/interfaces/IPaymentProcessor.sol";
import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {PaymentTest} from "../../payments/support/PaymentTest.sol";

/// @title A refund manager, and payments that were or were not settled
abstract contract RefundTest is PaymentTest {
    uint256 internal constant OWNER_KEY = uint256(keccak256("owner"));
    uint256 internal constant PAYOUT_A_KEY = uint256(keccak256("payout of merchant A"));
    uint256 internal constant FLOAT = 50_000_000;
    bytes32 internal constant REF = keccak256("refund");

    address internal immutable owner = named("owner");

    RefundManager internal refunds;

    function setUp() public virtual override {
        super.setUp();
        refunds = deployRefunds(address(processor));
    }

    function deployRefunds(address processor_) internal returns (RefundManager) {
        return RefundManager(deploy("refund-manager", abi.encode(processor_)));
    }

    /// @dev An order that was settled with two signatures.
    function paid(uint256 seed) internal returns (Order memory o) {
        o = order(seed);
        pay(o);
    }

    /// @dev An order that was settled with one signature.
    function paidTerms(uint256 seed) internal returns (Order memory o) {
        o = order(seed);
        payTerms(o);
    }

    function proof(Order memory o) internal view returns (IRefundManager.PaymentProof memory) {
        return IRefundManager.PaymentProof({
            kind: IRefundManager.ProofKind.Intent,
            registry: o.registry,
            merchantId: o.merchantId,
            token: address(o.token),
            payer: o.from,
            amount: o.amount,
            ref: o.ref,
            nonce: o.nonce,
            salt: 0,
            intentSignature: bytesOf(signIntent(o))
        });
    }

    function termsProof(Order memory o) internal pure returns (IRefundManager.PaymentProof memory) {
        return IRefundManager.PaymentProof({
            kind: IRefundManager.ProofKind.Terms,
            registry: o.registry,
            merchantId: o.merchantId,
            token: address(o.token),
            payer: o.from,
            amount: o.amount,
            ref: o.ref,
            nonce: bytes32(0),
            salt: o.salt,
            intentSignature: ""
        });
    }

    /// @dev A batch of one group with packed items for merchant A.
    function oneTermsGroupIn(address token, bytes memory items)
        internal
        view
        returns (IPaymentProcessor.TermsGroup[] memory groups)
    {
        groups = oneTermsGroup(items);
        groups[0].token = token;
    }

    /// @dev Gives an account of the merchant what it needs for refunds by approval.
    function prepare(address account, LocalFiatToken token, uint256 amount) internal {
        mint(token, account, amount);
        vm.prank(account);
        token.approve(address(refunds), amount);
    }

    /// @dev What the account with this key signs for a refund without an approval.
    function authorize(uint256 key, bytes32 id, LocalFiatToken token, uint256 amount, bytes32 refundRef)
        internal
        view
        returns (IRefundManager.Auth memory)
    {
        bytes32 nonce = keccak256(abi.encode(id, refundRef));
        Authorization memory authorization =
            Authorization(vm.addr(key), address(refunds), amount, 0, block.timestamp + 1 hours, nonce);
        bytes memory signature = bytesOf(_sign(key, receiveDigest(token, authorization)));
        return IRefundManager.Auth(vm.addr(key), 0, block.timestamp + 1 hours, signature);
    }

    function refund(Order memory o, uint256 amount, bytes32 refundRef) internal returns (uint256) {
        vm.prank(payoutA);
        return refunds.refundPayment(proof(o), amount, refundRef);
    }

    function refusal(bytes4 selector, bytes memory fields) internal pure returns (bytes memory) {
        return bytes.concat(selector, fields);
    }

    function exceeds(uint256 requested, uint256 refundable) internal pure returns (bytes memory) {
        return refusal(IRefundManager.RefundExceedsPayment.selector, abi.encode(requested, refundable));
    }

    function notMerchant(address account) internal view returns (bytes memory) {
        return refusal(IRefundManager.NotMerchant.selector, abi.encode(merchantA, account));
    }

    function notSettled(bytes32 id) internal pure returns (bytes memory) {
        return refusal(IRefundManager.NotSettled.selector, abi.encode(id));
    }
}
