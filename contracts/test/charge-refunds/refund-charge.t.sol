// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IChargeRefundManager} from "../../src/charge-refunds/interfaces/IChargeRefundManager.sol";
import {ISubscriptionManager} from "../../src/subscriptions/interfaces/ISubscriptionManager.sol";
import {ChargeRefundTest} from "./support/ChargeRefundTest.sol";

contract RefundChargeTest is ChargeRefundTest {
    bytes private constant ZERO_AMOUNT = abi.encodeWithSelector(IChargeRefundManager.ZeroAmount.selector);

    function setUp() public override {
        super.setUp();
        prepare(payoutA, FLOAT);
        prepare(payoutB, FLOAT);
        prepare(owner, FLOAT);
    }

    function test_sends_the_money_of_the_payout_to_the_payer() public {
        Plan memory p = charged(1, 2);
        (uint256 before, uint256 held) = (usdc.balanceOf(payoutA), usdc.balanceOf(p.terms.payer));
        vm.expectEmit(address(refunds));
        emit IChargeRefundManager.ChargeRefunded(
            address(registry), idOf(p), p.terms.payer, merchantA, 1, 0, payoutA, address(usdc), 10, 10, 10, REF
        );
        vm.assertEq(refund(p, 1, 0, 10, REF), 10, "of the period");
        vm.assertEq(usdc.balanceOf(p.terms.payer), held + 10, "payer");
        vm.assertEq(usdc.balanceOf(payoutA), before - 10, "payout");
        vm.assertEq(usdc.balanceOf(address(refunds)), 0, "manager");
        vm.assertTrue(refunds.refundRefUsed(address(registry), merchantA, REF), "reference");
    }

    function test_sends_the_money_of_the_owner() public {
        Plan memory p = charged(1, 1);
        IChargeRefundManager.ChargeProof memory given = proof(p, 0, 0);
        vm.prank(owner);
        refunds.refundCharge(given, PRICE, REF);
        vm.assertEq(usdc.balanceOf(p.terms.payer), 2 * CAP, "payer");
        vm.assertEq(usdc.balanceOf(owner), FLOAT - PRICE, "owner");
    }

    function test_tells_what_went_back_of_the_period_and_of_the_subscription() public {
        Plan memory p = charged(1, 2);
        refund(p, 0, 0, 3, keccak256("first"));
        vm.expectEmit(address(refunds));
        emit IChargeRefundManager.ChargeRefunded(
            address(registry),
            idOf(p),
            p.terms.payer,
            merchantA,
            1,
            0,
            payoutA,
            address(usdc),
            4,
            4,
            7,
            keccak256("second")
        );
        refund(p, 1, 0, 4, keccak256("second"));
        vm.assertEq(refund(p, 0, 0, 5, keccak256("third")), 8, "of the period");
        vm.assertEq(refunds.refunded(idOf(p)), 12, "of the subscription");
        vm.assertEq(refunds.refundedOfPeriod(idOf(p), 0), 8, "of a period");
    }

    function test_takes_the_second_token_and_a_subscription_without_an_end() public {
        Plan memory p = unfundedPlan(1);
        (p.terms.token, p.terms.endAt) = (address(eurc), 0);
        mint(eurc, p.terms.payer, CAP);
        subscribe(p);
        mint(eurc, payoutA, PRICE);
        vm.prank(payoutA);
        eurc.approve(address(refunds), PRICE);
        refund(p, 0, 0, PRICE, REF);
        vm.assertEq(eurc.balanceOf(p.terms.payer), CAP, "payer");
    }

    function test_takes_a_permit_of_any_value() public {
        Plan memory p = plan(1);
        (p.terms.permitValue, p.terms.endAt) = (type(uint256).max, 0);
        subscribe(p);
        refuse(p, 0, 0, PRICE + 1, exceeds(PRICE + 1, PRICE));
        vm.assertEq(refund(p, 0, 0, PRICE, REF), PRICE, "no end");
        Plan memory q = plan(2);
        q.terms.permitValue = type(uint256).max;
        subscribe(q);
        refuse(q, 0, 0, PRICE + 1, exceeds(PRICE + 1, PRICE));
        vm.assertEq(refund(q, 0, 0, PRICE, keccak256("end")), PRICE, "an end");
    }

    /// @dev What the subscription manager keeps of the permit has 96 bits. Reckoned with more, a period that was left out
    /// would look charged.
    function testFuzz_returns_nothing_of_a_period_that_was_left_out_under_an_unlimited_permit(uint256 value) public {
        Plan memory p = plan(1);
        (p.terms.permitValue, p.terms.endAt) = (between(value, type(uint96).max, type(uint256).max - 1), 0);
        bytes32 id = subscribe(p);
        pass(2 * MONTH);
        charge(keeper, id, 2, 0, PRICE);
        refund(p, 0, 0, PRICE, REF);
        refund(p, 2, 0, PRICE, keccak256("second"));
        refuse(p, 1, 0, 1, exceeds(1, 0));
        refuse(p, 0, 0, 1, exceeds(1, 0));
    }

    /// @dev The cap holds less than the second period's price.
    function test_knows_what_was_charged_of_a_cap_below_the_periods() public {
        Plan memory p = plan(1);
        p.terms.permitValue = PRICE + 7;
        bytes32 id = subscribe(p);
        pass(MONTH);
        charge(keeper, id, 1, 0, 7);
        refuse(p, 1, 0, 8, exceeds(8, 7));
        refund(p, 1, 0, 7, REF);
        refund(p, 0, 0, PRICE, keccak256("second"));
        vm.assertEq(usdc.balanceOf(p.terms.payer), 2 * CAP, "payer");
    }

    /// @dev The start that counts is the enrolment's block, which leaves fewer periods than what was signed.
    function test_reckons_periods_from_the_enrolment() public {
        Plan memory p = plan(1);
        p.terms.startAt -= 2 * MONTH;
        p.terms.permitValue = 20 * PRICE;
        bytes32 id = subscribe(p);
        vm.assertEq(manager.get(id).remaining, (PERIODS - 1) * PRICE, "eleven of twelve");
        pass(2 * MONTH);
        charge(keeper, id, 2, 0, PRICE);
        refund(p, 0, 0, PRICE, REF);
        refund(p, 2, 0, PRICE, keccak256("second"));
        refuse(p, 1, 0, 1, exceeds(1, 0));
    }

    function test_counts_an_uneven_last_period() public {
        Plan memory p = plan(1);
        p.terms.endAt += 1;
        p.terms.permitValue = 20 * PRICE;
        subscribe(p);
        vm.assertEq(manager.get(idOf(p)).remaining, PERIODS * PRICE, "twelve of thirteen");
        refuse(p, 0, 0, PRICE + 1, exceeds(PRICE + 1, PRICE));
        refund(p, 0, 0, PRICE, REF);
    }

    function testFuzz_never_returns_more_than_a_period_was_charged(uint256 first, uint256 second) public {
        Plan memory p = charged(1, 3);
        uint256 period = first % 3;
        first = between(first, 1, PRICE);
        second = between(second, 1, 2 * PRICE);
        refund(p, period, 0, first, REF);
        if (second > PRICE - first) refuse(p, period, 0, second, exceeds(second, PRICE - first));
        else refund(p, period, 0, second, keccak256("second"));
    }

    /// @dev A period that was left out is not told apart from one that was charged, but all together stays what it is.
    function testFuzz_never_returns_more_than_was_charged_altogether(uint256 partly, uint256 asked) public {
        Plan memory p = plan(1);
        bytes32 id = subscribe(p);
        partly = between(partly, 1, PRICE);
        pass(3 * MONTH);
        charge(keeper, id, 3, 0, partly);
        refund(p, 1, 0, PRICE, REF);
        asked = between(asked, 1, PRICE);
        if (asked > partly) refuse(p, 2, 0, asked, exceeds(asked, partly));
        else refund(p, 2, 0, asked, keccak256("second"));
        uint256 left = PRICE + partly - refunds.refunded(id);
        refuse(p, 3, 0, left + 1, exceeds(left + 1, left));
        vm.assertLe(refunds.refunded(id), PRICE + partly, "refunded");
    }

    function test_shares_a_period_among_its_charges() public {
        Plan memory p = plan(1);
        bytes32 id = subscribe(p);
        pass(MONTH);
        charge(keeper, id, 1, 0, 10);
        charge(keeper, id, 1, 1, 20);
        refund(p, 1, 0, 25, REF);
        refuse(p, 1, 1, 6, exceeds(6, 5));
        refund(p, 1, 1, 5, keccak256("second"));
        vm.assertEq(refunds.refundedOfPeriod(id, 1), 30, "of the period");
        refuse(p, 1, 2, 1, notCharged(p, 1, 2));
    }

    function test_refuses_periods_that_cannot_have_been_charged() public {
        Plan memory p = charged(1, 2);
        refuse(p, 2, 0, 1, notCharged(p, 2, 0));
        refuse(p, 1, 1, 1, notCharged(p, 1, 1));
        refuse(p, type(uint256).max, 0, 1, notCharged(p, type(uint256).max, 0));
        Plan memory later = plan(2);
        later.terms.startAt += 1 days;
        subscribe(later);
        refuse(later, 0, 0, 1, notCharged(later, 0, 0));
    }

    function testFuzz_refuses_terms_that_nobody_enrolled_with(uint8 field, uint96 value) public {
        Plan memory p = charged(1, 1);
        ISubscriptionManager.SubscriptionTerms memory t = p.terms;
        uint256 changed = field % 11;
        if (changed == 0) t.payer = relayer;
        if (changed == 1) t.merchantId = merchantB;
        if (changed == 2) t.token = address(eurc);
        if (changed == 3) t.amount += 1 + uint256(value);
        if (changed == 4) t.interval += 1 + uint256(value);
        if (changed == 5) t.startAt -= 1 + value % START;
        if (changed == 6) t.endAt += 1 + uint256(value);
        if (changed == 7) t.permitValue += 1 + uint256(value);
        if (changed == 8) t.permitDeadline += 1 + uint256(value);
        if (changed == 9) t.permitNonce += 1 + uint256(value);
        if (changed == 10) t.ref = keccak256(abi.encode(value));
        IChargeRefundManager.ChargeProof memory given = proof(p, 0, 0);
        vm.expectRevert(err(IChargeRefundManager.NotEnrolled.selector, idOf(p)));
        vm.prank(changed == 1 ? payoutB : payoutA);
        refunds.refundCharge(given, 1, REF);
    }

    function test_refuses_a_subscription_of_another_manager() public {
        manager = deployManager();
        allow(keeper);
        Plan memory p = charged(1, 1);
        IChargeRefundManager.ChargeProof memory given = proof(p, 0, 0);
        vm.expectRevert(err(IChargeRefundManager.NotEnrolled.selector, refunds.subscriptions().subscriptionId(p.terms)));
        vm.prank(payoutA);
        refunds.refundCharge(given, 1, REF);
    }

    function test_refuses_everyone_but_the_owner_and_the_payout() public {
        Plan memory p = charged(1, 1);
        IChargeRefundManager.ChargeProof memory given = proof(p, 0, 0);
        address[6] memory others = [payoutB, p.terms.payer, operator, treasury, relayer, keeper];
        for (uint256 i = 0; i < others.length; ++i) {
            vm.expectRevert(notMerchant(others[i]));
            vm.prank(others[i]);
            refunds.refundCharge(given, 1, REF);
        }
    }

    function test_refuses_a_payout_of_before() public {
        Plan memory p = charged(1, 1);
        vm.prank(owner);
        registry.setPayout(merchantA, named("later payout"));
        refuse(p, 0, 0, 1, notMerchant(payoutA));
    }

    function test_refunds_for_suspended_and_closed_merchants() public {
        Plan memory p = charged(1, 1);
        vm.prank(operator);
        registry.suspend(merchantA, 0);
        refund(p, 0, 0, 1, REF);
        vm.prank(operator);
        registry.close(merchantA);
        vm.assertEq(refund(p, 0, 0, 1, keccak256("second")), 2, "of the period");
    }

    function test_refunds_of_subscriptions_that_are_cancelled_or_over() public {
        Plan memory p = charged(1, 2);
        bytes32 id = idOf(p);
        vm.prank(p.terms.payer);
        manager.cancel(id);
        refund(p, 0, 0, 1, REF);
        pass(2 * PERIODS * MONTH);
        vm.assertEq(refund(p, 1, 0, PRICE, keccak256("second")), PRICE, "of the period");
    }

    function test_takes_a_reference_once_of_each_merchant() public {
        Plan memory p = charged(1, 2);
        refund(p, 0, 0, 1, REF);
        IChargeRefundManager.ChargeProof memory given = proof(p, 1, 0);
        vm.expectRevert(refUsed(REF));
        vm.prank(payoutA);
        refunds.refundCharge(given, 1, REF);
        Plan memory other = plan(2);
        other.terms.merchantId = merchantB;
        subscribe(other);
        given = proof(other, 0, 0);
        vm.prank(payoutB);
        vm.assertEq(refunds.refundCharge(given, 1, REF), 1, "another merchant's");
    }

    function test_refuses_an_amount_of_zero() public {
        refuse(charged(1, 1), 0, 0, 0, ZERO_AMOUNT);
    }

    function test_changes_nothing_when_the_token_refuses() public {
        Plan memory p = charged(1, 1);
        setBlacklisted(p.terms.payer, true);
        refuse(p, 0, 0, 1, text("Blacklistable: account is blacklisted"));
        setBlacklisted(p.terms.payer, false);
        vm.prank(payoutA);
        usdc.approve(address(refunds), 0);
        refuse(p, 0, 0, 1, text("ERC20: transfer amount exceeds allowance"));
    }
}
