// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IFeeAccruals} from "../../../src/core/interfaces/IFeeAccruals.sol";
import {IMerchantRegistry} from "../../../src/registry/interfaces/IMerchantRegistry.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

contract SweepFeesTest is PaymentTest {
    uint256 private constant FEE = PRICE / 100;

    function testFuzz_sends_what_has_accrued_but_one_unit_when_anyone_asks(address caller) public {
        pay(order(1));
        pay(order(2));
        vm.assertEq(processor.accrued(address(registry), address(usdc)), 2 * FEE, "accrued");
        vm.expectEmit(address(processor));
        emit IFeeAccruals.FeesSwept(address(registry), address(usdc), treasury, 2 * FEE - 1);
        vm.prank(caller);
        vm.assertEq(processor.sweepFees(address(registry), address(usdc)), 2 * FEE - 1, "sent");
        vm.assertEq(usdc.balanceOf(treasury), 2 * FEE - 1, "treasury");
        vm.assertEq(processor.accrued(address(registry), address(usdc)), 1, "one unit stays");
    }

    function test_does_nothing_below_two_units() public {
        Order memory o = order(1);
        o.amount = 100;
        payTerms(o);
        vm.assertEq(processor.accrued(address(registry), address(usdc)), 1, "accrued");
        vm.recordLogs();
        vm.assertEq(processor.sweepFees(address(registry), address(usdc)), 0, "sent");
        vm.assertEq(vm.getRecordedLogs().length, 0, "no event");
        o = order(2);
        o.amount = 100;
        payTerms(o);
        vm.assertEq(processor.sweepFees(address(registry), address(usdc)), 1, "one of two");
    }

    /// @dev What is sent here by a plain transfer belongs to no registry.
    function test_does_not_look_at_the_balance() public {
        mint(usdc, address(processor), 1_000);
        vm.assertEq(processor.sweepFees(address(registry), address(usdc)), 0, "sent");
        pay(order(1));
        vm.assertEq(processor.sweepFees(address(registry), address(usdc)), FEE - 1, "sent");
        vm.assertEq(usdc.balanceOf(address(processor)), 1_001, "processor");
    }

    function test_sweeps_each_token_and_each_registry_apart() public {
        IMerchantRegistry first = registry;
        pay(order(1));
        address other = named("other treasury");
        registry = deployRegistry(operator, other, admin, address(usdc), address(eurc));
        register(payoutB);
        Order memory o = order(2);
        o.merchantId = 1;
        o.amount = 2 * PRICE;
        payTerms(o);
        vm.assertEq(processor.sweepFees(address(first), address(eurc)), 0, "the other token");
        vm.assertEq(processor.sweepFees(address(first), address(usdc)), FEE - 1, "the first");
        vm.assertEq(processor.sweepFees(address(first), address(usdc)), 0, "no more");
        vm.assertEq(usdc.balanceOf(treasury), FEE - 1, "treasury");
        vm.assertEq(processor.sweepFees(address(registry), address(usdc)), 2 * FEE - 1, "the second");
        vm.assertEq(usdc.balanceOf(other), 2 * FEE - 1, "other treasury");
        vm.assertEq(usdc.balanceOf(address(processor)), 2, "a unit of each");
    }

    function test_goes_to_the_treasury_of_the_call() public {
        pay(order(1));
        vm.prank(treasury);
        registry.transferTreasury(relayer);
        vm.prank(relayer);
        registry.acceptTreasury();
        processor.sweepFees(address(registry), address(usdc));
        vm.assertEq(usdc.balanceOf(relayer), FEE - 1, "the new one");
        vm.assertEq(usdc.balanceOf(treasury), 0, "the old one");
    }

    function test_a_treasury_that_cannot_receive_stops_no_payment() public {
        setBlacklisted(treasury, true);
        pay(order(1));
        vm.expectRevert(text("Blacklistable: account is blacklisted"));
        processor.sweepFees(address(registry), address(usdc));
        pay(order(2));
        vm.assertEq(processor.accrued(address(registry), address(usdc)), 2 * FEE, "accrued fees");
    }
}
