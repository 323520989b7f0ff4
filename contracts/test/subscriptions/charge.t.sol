// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRoutes} from "../../src/core/interfaces/IRoutes.sol";
import {ISubscriptionManager} from "../../src/subscriptions/interfaces/ISubscriptionManager.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";

contract ChargeTest is SubscriptionTest {
    Plan private p;
    bytes32 private id;

    function setUp() public override {
        super.setUp();
        p = plan(1);
        id = subscribe(p);
    }

    function test_charges_a_year_of_months() public {
        for (uint256 period = 1; period < PERIODS; ++period) {
            pass(MONTH);
            vm.expectEmit(address(manager));
            emit ISubscriptionManager.ChargesRouted(
                address(registry), merchantA, address(usdc), payoutA, FEE_BPS, keeper
            );
            vm.expectEmit(address(manager));
            emit ISubscriptionManager.SubscriptionCharged(address(registry), id, period, 0, PRICE);
            charge(keeper, id, period, 0, PRICE);
        }
        vm.assertEq(usdc.balanceOf(p.terms.payer), CAP, "payer");
        vm.assertEq(usdc.balanceOf(payoutA), PERIODS * net(PRICE), "payout");
        vm.assertEq(usdc.balanceOf(address(manager)), PERIODS * (PRICE - net(PRICE)), "fees");
        vm.assertEq(manager.get(id).remaining, 0, "remaining");
    }

    function test_is_for_keepers_owner_and_payout_alone() public {
        pass(MONTH);
        address[5] memory others = [relayer, p.terms.payer, operator, treasury, payoutB];
        bytes memory call = abi.encodeCall(ISubscriptionManager.charge, (chargeOf(id, 1, 0, 1)));
        for (uint256 i = 0; i < others.length; ++i) {
            _refused(others[i], call, notAuthorized(others[i]));
        }
        charge(keeper, id, 1, 0, 1);
        charge(owner, id, 1, 1, 1);
        charge(payoutA, id, 1, 2, 1);
        vm.prank(operator);
        registry.setKeeper(keeper, false);
        _refused(keeper, call, notAuthorized(keeper));
    }

    function test_charges_no_period_twice() public {
        refuseCharge(id, 0, 0, PRICE, _notNext(0, 1));
        refuseCharge(id, 0, 1, 1, _notAvailable(1, 0));
        pass(MONTH);
        charge(keeper, id, 1, 0, PRICE);
        refuseCharge(id, 1, 0, PRICE, _notNext(1, 1));
        refuseCharge(id, 1, 1, PRICE, _notAvailable(PRICE, 0));
    }

    function test_charges_no_period_that_has_passed_or_is_ahead() public {
        pass(2 * MONTH);
        refuseCharge(id, 1, 0, PRICE, _notNext(2, 0));
        refuseCharge(id, 3, 0, PRICE, _notNext(2, 0));
        charge(keeper, id, 2, 0, PRICE);
    }

    function test_begins_a_period_with_its_first_second() public {
        pass(MONTH - 1);
        refuseCharge(id, 1, 0, PRICE, _notNext(0, 1));
        pass(1);
        charge(keeper, id, 1, 0, PRICE);
    }

    function test_charges_a_period_in_parts_up_to_its_amount() public {
        pass(MONTH);
        charge(keeper, id, 1, 0, 10_000_000);
        refuseCharge(id, 1, 0, 10_000_000, _notNext(1, 1));
        refuseCharge(id, 1, 2, 10_000_000, _notNext(1, 1));
        refuseCharge(id, 1, 1, 15_000_001, _notAvailable(15_000_001, 15_000_000));
        charge(keeper, id, 1, 1, 15_000_000);
        vm.assertEq(manager.get(id).number, 2, "number");
        vm.assertEq(manager.get(id).periodCharged, PRICE, "charged");
        pass(MONTH);
        charge(keeper, id, 2, 0, PRICE);
        vm.assertEq(manager.get(id).number, 1, "the number begins again");
    }

    function test_charges_neither_nothing_nor_more_than_the_amount() public {
        pass(MONTH);
        refuseCharge(id, 1, 0, 0, _notAvailable(0, PRICE));
        refuseCharge(id, 1, 0, PRICE + 1, _notAvailable(PRICE + 1, PRICE));
        refuseCharge(id, 1, 0, type(uint256).max, _notAvailable(type(uint256).max, PRICE));
    }

    function test_never_charges_more_than_the_cap() public {
        Plan memory capped = plan(2);
        capped.terms.permitValue = PRICE + 10;
        bytes32 other = subscribe(capped);
        // An allowance of today is not what was signed.
        vm.prank(capped.terms.payer);
        usdc.approve(address(manager), CAP);
        pass(MONTH);
        refuseCharge(other, 1, 0, 11, _notAvailable(11, 10));
        charge(keeper, other, 1, 0, 10);
        pass(MONTH);
        refuseCharge(other, 2, 0, 1, _notAvailable(1, 0));
    }

    function test_charges_nothing_before_the_start() public {
        Plan memory later = plan(2);
        later.terms.startAt = START + 7 days;
        bytes32 other = subscribe(later);
        vm.warp(START + 7 days - 1);
        bytes memory reason = abi.encodeWithSelector(ISubscriptionManager.NotStarted.selector, START + 7 days);
        refuseCharge(other, 0, 0, PRICE, reason);
        vm.warp(START + 7 days);
        charge(keeper, other, 0, 0, PRICE);
    }

    function test_charges_nothing_from_the_end_on() public {
        vm.warp(p.terms.endAt - 1);
        charge(keeper, id, PERIODS - 1, 0, PRICE - 1);
        vm.warp(p.terms.endAt);
        refuseCharge(id, PERIODS - 1, 1, 1, _notActive(id));
        refuseCharge(id, PERIODS, 0, 1, _notActive(id));
    }

    function test_charges_what_has_no_end_up_to_the_cap() public {
        Plan memory endless = plan(2);
        endless.terms.endAt = 0;
        bytes32 other = subscribe(endless);
        vm.warp(START + 1_000 * MONTH);
        charge(keeper, other, 1_000, 0, PRICE);
    }

    function test_charges_nothing_that_was_cancelled() public {
        pass(MONTH);
        vm.prank(p.terms.payer);
        manager.cancel(id);
        refuseCharge(id, 1, 0, PRICE, _notActive(id));
    }

    function test_charges_nothing_that_does_not_exist() public {
        refuseCharge(keccak256("none"), 0, 0, 1, _notActive(keccak256("none")));
    }

    function test_leaves_everything_as_it_was_when_the_token_refuses() public {
        pass(MONTH);
        vm.prank(p.terms.payer);
        usdc.approve(address(manager), PRICE - 1);
        refuseCharge(id, 1, 0, PRICE, text("ERC20: transfer amount exceeds allowance"));
        vm.prank(p.terms.payer);
        usdc.approve(address(manager), PRICE);
        setBlacklisted(payoutA, true);
        refuseCharge(id, 1, 0, PRICE, text("Blacklistable: account is blacklisted"));
        setBlacklisted(payoutA, false);
        charge(keeper, id, 1, 0, PRICE);
    }

    function test_pays_the_payout_and_the_fee_of_the_moment() public {
        pass(MONTH);
        vm.prank(owner);
        registry.setPayout(merchantA, payoutB);
        vm.prank(operator);
        registry.setFee(merchantA, 50);
        charge(keeper, id, 1, 0, PRICE);
        vm.assertEq(usdc.balanceOf(payoutB), PRICE - PRICE / 200, "payout");
    }

    function test_pays_no_merchant_that_was_closed_or_suspended() public {
        pass(MONTH);
        bytes memory reason = abi.encodeWithSelector(IRoutes.MerchantNotPayable.selector, merchantA);
        vm.prank(operator);
        registry.suspend(merchantA, uint48(block.timestamp));
        refuseCharge(id, 1, 0, PRICE, reason);
        vm.prank(operator);
        registry.reactivate(merchantA);
        charge(keeper, id, 1, 0, PRICE - 1);
        vm.prank(operator);
        registry.close(merchantA);
        refuseCharge(id, 1, 1, 1, reason);
    }

    function test_rounds_the_fee_down() public {
        pass(MONTH);
        uint256 before = usdc.balanceOf(payoutA);
        charge(keeper, id, 1, 0, 199);
        vm.assertEq(usdc.balanceOf(payoutA) - before, 198, "payout");
    }

    function testFuzz_takes_one_charge_of_a_period_and_number(uint256 time, uint256 period, uint256 number, uint256 a)
        public
    {
        time = between(time, 0, (PERIODS + 1) * MONTH);
        (period, number) = (between(period, 0, PERIODS + 1), between(number, 0, 2));
        uint256 amount = between(a, 0, 2 * PRICE);
        vm.warp(START + time);
        uint256 now_ = time / MONTH;
        bool expected = now_ > 0 && now_ < PERIODS && period == now_ && number == 0 && amount > 0 && amount <= PRICE;
        vm.prank(keeper);
        try manager.charge(chargeOf(id, period, number, amount)) {
            vm.assertTrue(expected, "charged");
        } catch {
            vm.assertFalse(expected, "refused");
        }
    }

    function _notNext(uint256 period, uint256 number) private pure returns (bytes memory) {
        return err(ISubscriptionManager.NotNextCharge.selector, period, number);
    }

    function _notAvailable(uint256 requested, uint256 available) private pure returns (bytes memory) {
        return err(ISubscriptionManager.AmountNotAvailable.selector, requested, available);
    }

    function _notActive(bytes32 which) private pure returns (bytes memory) {
        return err(ISubscriptionManager.NotActive.selector, which);
    }
}
