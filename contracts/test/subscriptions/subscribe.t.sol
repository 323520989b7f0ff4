// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRoutes} from "../../src/core/interfaces/IRoutes.sol";
import {ISubscriptionManager} from "../../src/subscriptions/interfaces/ISubscriptionManager.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";

contract SubscribeTest is SubscriptionTest {
    function test_enrols_and_charges_the_first_period() public {
        Plan memory p = plan(1);
        bytes32 expected = intentDigest(p);
        vm.assertEq(manager.subscriptionId(p.terms), expected, "the digest");
        bytes memory call = subscribeCall(p);
        vm.expectEmit(address(manager));
        emit ISubscriptionManager.SubscriptionCreated(
            address(registry), expected, p.terms.payer, p.terms, START, CAP, false
        );
        vm.expectEmit(address(manager));
        emit ISubscriptionManager.ChargesRouted(address(registry), merchantA, address(usdc), payoutA, FEE_BPS, relayer);
        vm.expectEmit(address(manager));
        emit ISubscriptionManager.SubscriptionCharged(address(registry), expected, 0, 0, PRICE);
        vm.assertEq(_sent(relayer, call, "enrolled"), expected, "id");
        vm.assertEq(usdc.balanceOf(p.terms.payer), 2 * CAP - PRICE, "payer");
        vm.assertEq(usdc.balanceOf(payoutA), net(PRICE), "payout");
        vm.assertEq(usdc.balanceOf(address(manager)), PRICE - net(PRICE), "fee");
        vm.assertEq(usdc.allowance(p.terms.payer, address(manager)), CAP - PRICE, "allowance");
    }

    function test_stores_what_was_agreed() public {
        bytes32 id = subscribe(plan(1));
        ISubscriptionManager.Subscription memory s = manager.get(id);
        vm.assertEq(s.payer, plan(1).terms.payer, "payer");
        vm.assertEq(s.merchantId, merchantA, "merchant");
        vm.assertEq(s.token, address(usdc), "token");
        vm.assertEq(s.amount, PRICE, "amount");
        vm.assertEq(s.interval, MONTH, "interval");
        vm.assertEq(s.startAt, START, "start");
        vm.assertEq(s.endAt, START + PERIODS * MONTH, "end");
        vm.assertEq(s.remaining, CAP - PRICE, "remaining");
        vm.assertEq(s.period, 0, "period");
        vm.assertEq(s.number, 1, "number");
        vm.assertEq(s.periodCharged, PRICE, "charged");
        vm.assertFalse(s.cancelled, "cancelled");
    }

    function test_enrols_in_the_second_token() public {
        Plan memory p = unfundedPlan(1);
        p.terms.token = address(eurc);
        mint(eurc, p.terms.payer, CAP);
        bytes32 id = subscribe(p);
        vm.assertEq(manager.get(id).token, address(eurc), "token");
        vm.assertEq(eurc.balanceOf(payoutA), net(PRICE), "payout");
    }

    function test_charges_nothing_before_the_start() public {
        Plan memory p = plan(1);
        p.terms.startAt = START + 7 days;
        bytes32 id = subscribe(p);
        vm.assertEq(usdc.balanceOf(p.terms.payer), 2 * CAP, "payer");
        vm.assertEq(manager.get(id).startAt, START + 7 days, "start");
        vm.assertEq(manager.get(id).number, 0, "number");
    }

    function test_starts_now_what_should_have_started_before() public {
        Plan memory p = plan(1);
        p.terms.startAt = START - 3 * MONTH;
        bytes32 id = subscribe(p);
        vm.assertEq(manager.get(id).startAt, START, "start");
        refuseCharge(id, 1, 0, PRICE, err(ISubscriptionManager.NotNextCharge.selector, 0, 1));
    }

    function test_enrols_with_a_permit_that_somebody_used_before() public {
        Plan memory p = plan(1);
        usePermit(p);
        subscribe(p);
        vm.assertEq(usdc.nonces(p.terms.payer), 1, "nonce");
    }

    function test_refuses_a_permit_that_another_one_replaced() public {
        Plan memory p = plan(1);
        usePermit(p);
        usePermit(again(p));
        refuseSubscribe(p, abi.encodeWithSelector(ISubscriptionManager.PermitNotCurrent.selector, 2));
    }

    function test_refuses_what_no_permit_was_used_for() public {
        Plan memory p = plan(1);
        ISubscriptionManager.Sig memory bad = signed(0xbad, permitDigest(p));
        bytes memory call =
            abi.encodeCall(ISubscriptionManager.subscribe, (p.terms, bad, signed(p.key, intentDigest(p))));
        _refused(relayer, call, abi.encodeWithSelector(ISubscriptionManager.PermitNotCurrent.selector, 0));
        p.terms.permitNonce = type(uint256).max;
        refuseSubscribe(p, abi.encodeWithSelector(ISubscriptionManager.PermitNotCurrent.selector, 0));
    }

    function test_enrols_one_intent_for_a_permit() public {
        Plan memory p = plan(1);
        bytes32 id = subscribe(p);
        refuseSubscribe(p, err(ISubscriptionManager.AlreadyEnrolled.selector, id));
        p.terms.ref = keccak256("another");
        refuseSubscribe(p, err(ISubscriptionManager.AlreadyEnrolled.selector, intentDigest(p)));
    }

    function test_keeps_the_permits_of_tokens_and_payers_apart() public {
        subscribe(plan(1));
        subscribe(plan(2));
        Plan memory p = plan(1);
        p.terms.token = address(eurc);
        p.terms.ref = keccak256("another");
        mint(eurc, p.terms.payer, CAP);
        subscribe(p);
    }

    function test_refuses_what_the_payer_did_not_sign() public {
        Plan memory p = plan(1);
        ISubscriptionManager.Sig memory permit = signed(p.key, permitDigest(p));
        ISubscriptionManager.Sig memory intent = signed(0xbad, intentDigest(p));
        bytes memory reason = err(ISubscriptionManager.InvalidIntent.selector);
        _refused(relayer, abi.encodeCall(ISubscriptionManager.subscribe, (p.terms, permit, intent)), reason);
        intent = signed(p.key, intentDigest(p));
        p.terms.merchantId = merchantB;
        _refused(relayer, abi.encodeCall(ISubscriptionManager.subscribe, (p.terms, permit, intent)), reason);
        intent.v = 0;
        _refused(relayer, abi.encodeCall(ISubscriptionManager.subscribe, (p.terms, permit, intent)), reason);
        p.terms.payer = address(0);
        _refused(relayer, abi.encodeCall(ISubscriptionManager.subscribe, (p.terms, permit, intent)), reason);
    }

    function test_refuses_signatures_for_another_contract_or_chain() public {
        Plan memory p = plan(1);
        bytes memory call = subscribeCall(p);
        manager = deployManager();
        _refused(relayer, call, err(ISubscriptionManager.InvalidIntent.selector));
        call = subscribeCall(p);
        vm.chainId(7);
        _refused(relayer, call, err(ISubscriptionManager.InvalidIntent.selector));
    }

    function test_refuses_after_the_deadline_though_the_permit_was_used() public {
        Plan memory p = plan(1);
        usePermit(p);
        vm.warp(p.terms.permitDeadline + 1);
        refuseSubscribe(p, abi.encodeWithSelector(ISubscriptionManager.IntentExpired.selector, p.terms.permitDeadline));
        vm.warp(p.terms.permitDeadline);
        subscribe(p);
    }

    function test_refuses_a_deadline_more_than_a_day_ahead() public {
        Plan memory p = plan(1);
        p.terms.permitDeadline = START + 1 days + 1;
        refuseSubscribe(p, abi.encodeWithSelector(ISubscriptionManager.IntentExpired.selector, START + 1 days + 1));
        p.terms.permitDeadline = START + 1 days;
        subscribe(p);
    }

    function test_refuses_terms_outside_their_bounds() public {
        Plan memory p = plan(1);
        p.terms.amount = 0;
        _refuseInvalid(p);
        p = plan(1);
        (p.terms.amount, p.terms.permitValue) = (2 ** 96, type(uint256).max);
        _refuseInvalid(p);
        p = plan(1);
        p.terms.interval = 1 days - 1;
        _refuseInvalid(p);
        p.terms.interval = 2 ** 40;
        _refuseInvalid(p);
        p = plan(1);
        (p.terms.startAt, p.terms.endAt) = (2 ** 48, 0);
        _refuseInvalid(p);
        p = plan(1);
        p.terms.endAt = 2 ** 48;
        _refuseInvalid(p);
        p.terms.endAt = START;
        _refuseInvalid(p);
        (p.terms.startAt, p.terms.endAt) = (START + 1 days, START + 1 days);
        _refuseInvalid(p);
        (p.terms.startAt, p.terms.endAt) = (START - 2 days, START - 1 days);
        _refuseInvalid(p);
        p = plan(1);
        p.terms.permitValue = PRICE - 1;
        _refuseInvalid(p);
    }

    function test_takes_the_shortest_interval_and_a_last_second() public {
        Plan memory p = plan(1);
        (p.terms.interval, p.terms.endAt) = (1 days, START + 1);
        vm.assertEq(manager.get(subscribe(p)).remaining, 0, "one period");
    }

    function test_caps_by_periods_or_by_the_permit() public {
        Plan memory p = plan(1);
        p.terms.permitValue = CAP + PRICE;
        vm.assertEq(manager.get(subscribe(p)).remaining, CAP - PRICE, "periods");
        p = plan(2);
        p.terms.permitValue = CAP - 1;
        vm.assertEq(manager.get(subscribe(p)).remaining, CAP - 1 - PRICE, "permit");
        p = plan(3);
        p.terms.endAt = START + 2 * MONTH + 1;
        vm.assertEq(manager.get(subscribe(p)).remaining, 2 * PRICE, "a period that begins counts");
        p = plan(4);
        (p.terms.endAt, p.terms.permitValue) = (0, type(uint256).max);
        vm.assertEq(manager.get(subscribe(p)).remaining, uint256(2 ** 96 - 1) - PRICE, "96 bits");
    }

    function test_needs_an_allowance_that_holds_the_cap() public {
        Plan memory p = plan(1);
        usePermit(p);
        vm.prank(p.terms.payer);
        usdc.approve(address(manager), CAP - 1);
        refuseSubscribe(p, err(ISubscriptionManager.AllowanceTooLow.selector, CAP - 1, CAP));
        vm.prank(p.terms.payer);
        usdc.approve(address(manager), CAP);
        subscribe(p);
    }

    function test_enrols_nobody_whose_first_charge_fails() public {
        Plan memory p = unfundedPlan(1);
        mint(usdc, p.terms.payer, PRICE - 1);
        refuseSubscribe(p, text("ERC20: transfer amount exceeds balance"));
        vm.assertEq(manager.get(intentDigest(p)).payer, address(0), "nothing is there");
        vm.assertEq(usdc.nonces(p.terms.payer), 0, "the permit is unused");
        mint(usdc, p.terms.payer, 1);
        subscribe(p);
    }

    function test_refuses_a_token_of_nobody() public {
        Plan memory p = plan(1);
        p.terms.token = address(registry);
        bytes memory call = abi.encodeCall(ISubscriptionManager.subscribe, (p.terms, signed(1, 0), signed(1, 0)));
        _refused(relayer, call, abi.encodeWithSelector(IRoutes.UnsupportedToken.selector, address(registry)));
    }

    function test_refuses_merchants_that_are_not_payable() public {
        Plan memory p = plan(1);
        for (uint256 delay = 0; delay < 2; ++delay) {
            p.terms.startAt = START + delay * 1 days;
            p.terms.merchantId = 99;
            refuseSubscribe(p, abi.encodeWithSelector(IRoutes.MerchantNotPayable.selector, 99));
            p.terms.merchantId = merchantB;
            vm.prank(owner);
            registry.setPayout(merchantB, address(manager));
            refuseSubscribe(p, abi.encodeWithSelector(IRoutes.MerchantNotPayable.selector, merchantB));
        }
    }

    function testFuzz_charges_within_the_terms(uint96 amount, uint40 interval, uint32 length, uint256 value) public {
        Plan memory p = unfundedPlan(1);
        p.terms.amount = between(amount, 1, 2 ** 96 - 1);
        p.terms.interval = between(interval, 1 days, 2 ** 40 - 1);
        p.terms.endAt = START + between(length, 1, type(uint32).max);
        p.terms.permitValue = between(value, p.terms.amount, type(uint256).max - 1);
        mint(usdc, p.terms.payer, p.terms.amount);
        ISubscriptionManager.Subscription memory s = manager.get(subscribe(p));
        uint256 periods = (p.terms.endAt - START + p.terms.interval - 1) / p.terms.interval;
        vm.assertLe(s.remaining + p.terms.amount, p.terms.permitValue, "within the permit");
        vm.assertLe(s.remaining + p.terms.amount, periods * p.terms.amount, "within the periods");
        vm.assertEq(s.interval, p.terms.interval, "interval");
        vm.assertEq(s.endAt, p.terms.endAt, "end");
    }

    function _refuseInvalid(Plan memory p) private {
        refuseSubscribe(p, err(ISubscriptionManager.InvalidTerms.selector));
    }
}
