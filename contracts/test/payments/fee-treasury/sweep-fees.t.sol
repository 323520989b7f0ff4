// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IFeeTreasury} from "../../../src/payments/interfaces/IFeeTreasury.sol";
import {IPaymentProcessor} from "../../../src/payments/interfaces/IPaymentProcessor.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

contract SweepFeesTest is PaymentTest {
    function testFuzz_sends_what_is_asked_for_and_leaves_one_unit(uint256 amount) public {
        pay(order(1));
        pay(order(2));
        uint256 fees = 2 * PRICE / 100;
        uint256 sent = amount < fees ? amount : fees - 1;
        vm.expectEmit(address(processor));
        emit IFeeTreasury.FeesSwept(address(usdc), treasury, sent);
        vm.prank(treasury);
        vm.assertEq(processor.sweepFees(address(usdc), amount), sent, "sent");
        vm.assertEq(usdc.balanceOf(treasury), sent, "treasury");
        vm.assertEq(usdc.balanceOf(address(processor)), fees - sent, "processor");
    }

    function testFuzz_does_nothing_below_two_units(uint256 amount, uint256 balance) public {
        balance = between(balance, 0, 1);
        mint(usdc, address(processor), balance);
        vm.recordLogs();
        vm.prank(treasury);
        vm.assertEq(processor.sweepFees(address(usdc), amount), 0, "sent");
        vm.assertEq(vm.getRecordedLogs().length, 0, "no event");
        vm.assertEq(usdc.balanceOf(address(processor)), balance, "processor");
    }

    function test_sends_one_of_two_units() public {
        mint(usdc, address(processor), 2);
        vm.prank(treasury);
        vm.assertEq(processor.sweepFees(address(usdc), 5), 1, "sent");
    }

    function test_sweeps_each_token_apart() public {
        pay(order(1));
        mint(eurc, address(processor), 7);
        vm.prank(treasury);
        vm.assertEq(processor.sweepFees(address(eurc), 7), 6, "sent");
        vm.assertEq(usdc.balanceOf(address(processor)), PRICE / 100, "the other token stays");
    }

    function test_a_treasury_that_cannot_receive_stops_no_payment() public {
        setBlacklisted(treasury, true);
        pay(order(1));
        vm.prank(treasury);
        vm.expectRevert(text("Blacklistable: account is blacklisted"));
        processor.sweepFees(address(usdc), 10);
        pay(order(2));
        vm.assertEq(usdc.balanceOf(address(processor)), 2 * PRICE / 100, "accrued fees");
    }

    function testFuzz_refuses_everyone_but_the_treasury(address caller) public {
        vm.assume(caller != treasury);
        mint(usdc, address(processor), 100);
        vm.expectRevert(IFeeTreasury.NotTreasury.selector);
        vm.prank(caller);
        processor.sweepFees(address(usdc), 10);
    }

    function testFuzz_refuses_another_token(address token) public {
        vm.assume(token != address(usdc) && token != address(eurc));
        vm.expectRevert(abi.encodeWithSelector(IPaymentProcessor.UnsupportedToken.selector, token));
        vm.prank(treasury);
        processor.sweepFees(token, 1);
    }
}
