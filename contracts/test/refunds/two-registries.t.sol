// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRegistryAnswers} from "../../src/core/interfaces/IRegistryAnswers.sol";
import {IRefundManager} from "../../src/refunds/interfaces/IRefundManager.sol";
import {HostileRegistry} from "../core/support/HostileRegistry.sol";
import {RefundTest} from "./support/RefundTest.sol";

/// @dev A second registry that says of anyone that they are the merchant.
contract TwoRegistriesRefundTest is RefundTest {
    HostileRegistry private hostile;
    address private immutable thief = named("thief");

    function setUp() public override {
        super.setUp();
        hostile = new HostileRegistry();
        hostile.setRoute(uint160(thief), 300, 1);
        hostile.setAccounts(uint160(thief), uint160(thief));
        mint(usdc, thief, FUNDS);
        vm.prank(thief);
        usdc.approve(address(refunds), FUNDS);
        vm.prank(payoutA);
        usdc.approve(address(refunds), FUNDS);
    }

    function test_refunds_no_payment_of_the_other() public {
        Order memory o = paidTerms(1);
        IRefundManager.PaymentProof memory stolen = termsProof(o);
        stolen.registry = address(hostile);
        o.registry = address(hostile);
        vm.expectRevert(abi.encodeWithSelector(IRefundManager.NotSettled.selector, termsIdOf(o)));
        vm.prank(thief);
        refunds.refundPayment(stolen, 1, REF);
    }

    function test_moves_the_senders_money_alone_and_uses_no_reference_of_the_other() public {
        Order memory o = order(2);
        o.registry = address(hostile);
        payTerms(o);
        uint256 before = usdc.balanceOf(payoutA);
        vm.expectRevert(abi.encodeWithSelector(IRefundManager.NotMerchant.selector, merchantA, payoutA));
        vm.prank(payoutA);
        refunds.refundPayment(termsProof(o), 1, REF);
        vm.expectEmit(address(refunds));
        emit IRefundManager.PaymentRefunded(
            address(hostile), termsIdOf(o), o.from, merchantA, thief, address(usdc), 1, 1, REF
        );
        vm.prank(thief);
        refunds.refundPayment(termsProof(o), 1, REF);
        vm.assertEq(usdc.balanceOf(payoutA), before, "payout");
        vm.assertTrue(refunds.refundRefUsed(address(hostile), merchantA, REF), "its reference");
        vm.assertFalse(refunds.refundRefUsed(address(registry), merchantA, REF), "the other's");
        Order memory honest = paidTerms(3);
        vm.prank(payoutA);
        refunds.refundPayment(termsProof(honest), 1, REF);
    }

    function test_without_an_answer_refunds_nothing() public {
        Order memory o = order(2);
        o.registry = address(hostile);
        payTerms(o);
        vm.etch(address(hostile), "");
        vm.expectRevert(abi.encodeWithSelector(IRegistryAnswers.BadRegistryAnswer.selector, address(hostile)));
        vm.prank(thief);
        refunds.refundPayment(termsProof(o), 1, REF);
    }
}
