// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../src/registry/interfaces/IMerchantRegistry.sol";
import {RefundManager} from "../../src/refunds/RefundManager.sol";
import {IRefundManager} from "../../src/refunds/interfaces/IRefundManager.sol";
import {IRefundedProcessor} from "../../src/refunds/interfaces/IRefundedProcessor.sol";
import {LocalSmartWallet} from "../../src/local/LocalSmartWallet.sol";
import {IProcessor} from "../payments/support/IProcessor.sol";
import {RefundTest} from "./support/RefundTest.sol";

contract RefundPaymentTest is RefundTest {
    function setUp() public override {
        super.setUp();
        prepare(payoutA, usdc, FLOAT);
        prepare(payoutB, usdc, FLOAT);
        prepare(owner, usdc, FLOAT);
    }

    function test_sends_the_money_of_the_payout_to_the_payer() public {
        Order memory o = paid(1);
        uint256 before = usdc.balanceOf(payoutA);
        vm.expectEmit(address(refunds));
        emit IRefundManager.PaymentRefunded(
            address(registry), idOf(o), o.from, merchantA, payoutA, address(usdc), 10, 10, REF
        );
        vm.assertEq(refund(o, 10, REF), 10, "cumulative");
        vm.assertEq(usdc.balanceOf(o.from), FUNDS - PRICE + 10, "payer");
        vm.assertEq(usdc.balanceOf(payoutA), before - 10, "payout");
        vm.assertEq(usdc.balanceOf(address(refunds)), 0, "manager");
        vm.assertEq(refunds.refunded(idOf(o)), 10, "refunded");
        vm.assertTrue(refunds.refundRefUsed(address(registry), merchantA, REF), "reference");
    }

    function test_sends_the_money_of_the_owner() public {
        Order memory o = paid(1);
        vm.prank(owner);
        refunds.refundPayment(proof(o), PRICE, REF);
        vm.assertEq(usdc.balanceOf(o.from), FUNDS, "payer");
        vm.assertEq(usdc.balanceOf(owner), FLOAT - PRICE, "owner");
    }

    function test_takes_terms_whose_nonce_is_used() public {
        Order memory o = paidTerms(1);
        vm.prank(payoutA);
        refunds.refundPayment(termsProof(o), PRICE, REF);
        vm.assertEq(usdc.balanceOf(o.from), FUNDS, "payer");
        vm.assertEq(refunds.refunded(termsIdOf(o)), PRICE, "refunded");
    }

    function test_takes_payments_of_a_batch_and_the_second_token() public {
        Order memory o = unfundedOrder(1);
        o.token = eurc;
        mint(eurc, o.from, FUNDS);
        bytes memory items = packed(o);
        processor.settleTermsBatch(address(registry), oneTermsGroupIn(address(eurc), items));
        prepare(payoutA, eurc, FLOAT);
        vm.prank(payoutA);
        refunds.refundPayment(termsProof(o), PRICE, REF);
        vm.assertEq(eurc.balanceOf(o.from), FUNDS, "payer");
    }

    function testFuzz_never_returns_more_than_was_paid(uint256 first, uint256 second) public {
        Order memory o = paid(1);
        first = between(first, 1, PRICE);
        second = between(second, 1, 2 * PRICE);
        refund(o, first, REF);
        if (second > PRICE - first) vm.expectRevert(exceeds(second, PRICE - first));
        refund(o, second, keccak256("second"));
        uint256 returned = second > PRICE - first ? first : first + second;
        vm.assertEq(refunds.refunded(idOf(o)), returned, "refunded");
        vm.assertEq(usdc.balanceOf(o.from), FUNDS - PRICE + returned, "payer");
    }

    function testFuzz_refuses_terms_that_the_payer_did_not_sign(uint8 field, uint96 value, bool once) public {
        Order memory o = once ? paidTerms(1) : paid(1);
        IRefundManager.PaymentProof memory sent = once ? termsProof(o) : proof(o);
        uint256 changed = field % 5;
        if (changed == 0) (sent.payer, o.from) = (relayer, relayer);
        if (changed == 1) o.amount = sent.amount += 1 + value % PRICE;
        if (changed == 2) o.ref = sent.ref = keccak256(abi.encode(value));
        if (changed == 3) sent.token = address(o.token = eurc);
        if (changed == 4) (sent.nonce, sent.salt) = (keccak256("nonce"), o.salt = o.salt == value ? value + 1 : value);
        bytes memory refused = once ? notSettled(termsIdOf(o)) : refusal(IRefundManager.InvalidIntent.selector, "");
        vm.expectRevert(refused);
        vm.prank(payoutA);
        refunds.refundPayment(sent, 1, REF);
    }

    function test_refuses_a_proof_under_another_merchant() public {
        IRefundManager.PaymentProof memory sent = proof(paid(1));
        sent.merchantId = merchantB;
        vm.expectRevert(IRefundManager.InvalidIntent.selector);
        vm.prank(payoutB);
        refunds.refundPayment(sent, 1, REF);
        Order memory o = paidTerms(2);
        o.merchantId = merchantB;
        vm.expectRevert(notSettled(termsIdOf(o)));
        vm.prank(payoutB);
        refunds.refundPayment(termsProof(o), 1, REF);
    }

    function test_refuses_everyone_but_the_owner_and_the_payout() public {
        Order memory o = paid(1);
        address[5] memory others = [payoutB, o.from, operator, treasury, relayer];
        for (uint256 i = 0; i < others.length; ++i) {
            vm.expectRevert(notMerchant(others[i]));
            vm.prank(others[i]);
            refunds.refundPayment(proof(o), 1, REF);
        }
    }

    function test_refuses_an_unknown_merchant() public {
        Order memory o = paid(1);
        o.merchantId = 99;
        vm.expectRevert(abi.encodeWithSelector(IRefundManager.NotMerchant.selector, 99, address(this)));
        refunds.refundPayment(proof(o), 1, REF);
    }

    function test_refuses_a_payout_of_before() public {
        Order memory o = paid(1);
        vm.prank(owner);
        registry.setPayout(merchantA, named("later payout"));
        vm.expectRevert(notMerchant(payoutA));
        refund(o, 1, REF);
    }

    function test_refunds_for_suspended_and_closed_merchants() public {
        Order memory o = paid(1);
        vm.prank(operator);
        registry.suspend(merchantA, 0);
        refund(o, 1, REF);
        vm.prank(operator);
        registry.close(merchantA);
        vm.assertEq(refund(o, 1, keccak256("second")), 2, "cumulative");
    }

    function test_refuses_what_was_signed_and_never_settled() public {
        Order memory o = order(1);
        vm.expectRevert(notSettled(idOf(o)));
        refund(o, 1, REF);
        vm.expectRevert(notSettled(termsIdOf(o)));
        vm.prank(payoutA);
        refunds.refundPayment(termsProof(o), 1, REF);
    }

    function test_refuses_one_kind_of_proof_for_the_other() public {
        Order memory o = paid(1);
        vm.expectRevert(notSettled(termsIdOf(o)));
        vm.prank(payoutA);
        refunds.refundPayment(termsProof(o), 1, REF);
        Order memory once = paidTerms(2);
        once.nonce = termsIdOf(once);
        IRefundManager.PaymentProof memory sent = proof(once);
        sent.intentSignature = bytesOf(signTerms(once));
        vm.expectRevert(IRefundManager.InvalidIntent.selector);
        vm.prank(payoutA);
        refunds.refundPayment(sent, 1, REF);
    }

    function test_refuses_a_payment_of_another_processor() public {
        IProcessor own = processor;
        processor = deployProcessor();
        IRefundManager.PaymentProof memory sent = proof(paid(1));
        Order memory o = paidTerms(2);
        processor = own;
        vm.expectRevert(IRefundManager.InvalidIntent.selector);
        vm.prank(payoutA);
        refunds.refundPayment(sent, 1, REF);
        vm.expectRevert(notSettled(termsIdOf(o)));
        vm.prank(payoutA);
        refunds.refundPayment(termsProof(o), 1, REF);
    }

    function test_refuses_the_malleable_twin_of_an_intent() public {
        Order memory o = paid(1);
        IRefundManager.PaymentProof memory sent = proof(o);
        sent.intentSignature = bytesOf(malleate(signIntent(o)));
        vm.expectRevert(IRefundManager.InvalidIntent.selector);
        vm.prank(payoutA);
        refunds.refundPayment(sent, 1, REF);
    }

    function test_asks_the_code_of_a_payer_while_it_agrees() public {
        Order memory o = unfundedOrder(1);
        LocalSmartWallet code = new LocalSmartWallet(o.from);
        o.from = address(code);
        mint(usdc, o.from, FUNDS);
        processor.paySigned(payment(o), bytesOf(signAuth(o)), bytesOf(signIntent(o)));
        refund(o, 1, REF);
        vm.etch(o.from, address(new LocalSmartWallet(relayer)).code);
        vm.expectRevert(IRefundManager.InvalidIntent.selector);
        refund(o, 1, keccak256("second"));
    }

    function test_takes_the_key_of_a_payer_whose_code_refuses_it() public {
        Order memory o = paid(1);
        vm.etch(o.from, address(new LocalSmartWallet(relayer)).code);
        vm.assertEq(refund(o, 1, REF), 1, "cumulative");
    }

    function test_takes_a_reference_once_of_each_merchant() public {
        Order memory o = paid(1);
        refund(o, 1, REF);
        bytes memory used = refusal(IRefundManager.RefundRefUsed.selector, abi.encode(merchantA, REF));
        vm.expectRevert(used);
        refund(o, 1, REF);
        Order memory second = paid(2);
        vm.expectRevert(used);
        refund(second, 1, REF);
        Order memory other = order(3);
        other.merchantId = merchantB;
        pay(other);
        vm.prank(payoutB);
        vm.assertEq(refunds.refundPayment(proof(other), 1, REF), 1, "another merchant's");
    }

    function test_refuses_an_amount_of_zero() public {
        Order memory o = paid(1);
        vm.expectRevert(IRefundManager.ZeroAmount.selector);
        refund(o, 0, REF);
    }

    function test_changes_nothing_when_the_token_refuses() public {
        Order memory o = paid(1);
        setBlacklisted(o.from, true);
        vm.expectRevert(text("Blacklistable: account is blacklisted"));
        refund(o, 1, REF);
        setBlacklisted(o.from, false);
        vm.prank(payoutA);
        usdc.approve(address(refunds), 0);
        vm.expectRevert();
        refund(o, 1, REF);
        vm.assertEq(refunds.refunded(idOf(o)), 0, "refunded");
        vm.assertFalse(refunds.refundRefUsed(address(registry), merchantA, REF), "reference");
    }
}
