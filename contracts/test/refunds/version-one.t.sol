// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {RefundManager} from "../../src/refunds/RefundManager.sol";
import {IRefundManager} from "../../src/refunds/interfaces/IRefundManager.sol";
import {IRefundedProcessor} from "../../src/refunds/interfaces/IRefundedProcessor.sol";
import {PaymentTest} from "../v1/support/PaymentTest.sol";

/// @dev Payments of version 1 are refunded by the same contract.
contract RefundVersionOneTest is PaymentTest {
    RefundManager private refunds;

    function setUp() public override {
        super.setUp();
        refunds = new RefundManager(IRefundedProcessor(address(processor)));
        mint(usdc, payoutA, FUNDS);
        vm.prank(payoutA);
        usdc.approve(address(refunds), FUNDS);
    }

    function test_refunds_a_payment_of_a_closed_merchant() public {
        Order memory o = order(1);
        pay(o);
        vm.prank(operator);
        registry.close(merchantA);
        _refund(_proof(o));
        vm.assertEq(usdc.balanceOf(o.from), FUNDS - PRICE + 10, "payer");
        vm.assertEq(refunds.refunded(idOf(o)), 10, "refunded");
    }

    function test_refuses_what_was_signed_and_never_settled() public {
        Order memory o = order(1);
        IRefundManager.PaymentProof memory sent = _proof(o);
        vm.expectRevert(bytes.concat(IRefundManager.NotSettled.selector, abi.encode(idOf(o))));
        _refund(sent);
    }

    function test_refuses_everyone_but_the_owner_and_the_payout() public {
        Order memory o = order(1);
        pay(o);
        IRefundManager.PaymentProof memory sent = _proof(o);
        vm.expectRevert(bytes.concat(IRefundManager.NotMerchant.selector, abi.encode(merchantA, payoutB)));
        vm.prank(payoutB);
        refunds.refundPayment(sent, 10, keccak256("refund"));
    }

    function test_knows_no_payments_with_one_signature() public {
        Order memory o = order(1);
        pay(o);
        IRefundManager.PaymentProof memory sent = _proof(o);
        sent.kind = IRefundManager.ProofKind.Terms;
        vm.expectRevert();
        _refund(sent);
    }

    function _refund(IRefundManager.PaymentProof memory sent) private {
        vm.prank(payoutA);
        refunds.refundPayment(sent, 10, keccak256("refund"));
    }

    function _proof(Order memory o) private view returns (IRefundManager.PaymentProof memory) {
        bytes memory signature = bytesOf(signIntent(o));
        return IRefundManager.PaymentProof(
            IRefundManager.ProofKind.Intent,
            o.merchantId,
            address(o.token),
            o.from,
            o.amount,
            o.ref,
            o.nonce,
            0,
            signature
        );
    }
}
