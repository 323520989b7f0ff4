// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IPaymentProcessor} from "../../../src/v1/interfaces/IPaymentProcessor.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

contract SweepFeesTest is PaymentTest {
    function testFuzz_sends_what_accrued_to_the_treasury(address caller) public {
        pay(order(1));
        pay(order(2));
        uint256 fees = 2 * PRICE / 100;
        vm.expectEmit(address(processor));
        emit IPaymentProcessor.FeesSwept(address(usdc), treasury, fees);
        vm.prank(caller);
        vm.assertEq(processor.sweepFees(address(usdc)), fees, "amount");
        vm.assertEq(usdc.balanceOf(treasury), fees, "treasury");
        vm.assertEq(usdc.balanceOf(address(processor)), 0, "processor");
    }

    function test_sweeps_each_token_apart() public {
        pay(order(1));
        mint(eurc, address(processor), 7);
        vm.assertEq(processor.sweepFees(address(eurc)), 7, "amount");
        vm.assertEq(usdc.balanceOf(address(processor)), PRICE / 100, "the other token stays");
    }

    function test_a_treasury_that_cannot_receive_stops_no_payment() public {
        setBlacklisted(treasury, true);
        pay(order(1));
        vm.expectRevert(text("Blacklistable: account is blacklisted"));
        processor.sweepFees(address(usdc));
        pay(order(2));
        vm.assertEq(usdc.balanceOf(address(processor)), 2 * PRICE / 100, "accrued fees");
    }

    function test_sends_nothing_when_nothing_accrued() public {
        vm.assertEq(processor.sweepFees(address(usdc)), 0, "amount");
    }

    function testFuzz_refuses_another_token(address token) public {
        vm.assume(token != address(usdc) && token != address(eurc));
        vm.expectRevert(abi.encodeWithSelector(IPaymentProcessor.UnsupportedToken.selector, token));
        processor.sweepFees(token);
    }
}
