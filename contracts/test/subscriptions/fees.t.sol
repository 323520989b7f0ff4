// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {SubscriptionTest} from "./support/SubscriptionTest.sol";

/// @dev The rules of a sweep are the processor's, and tried there.
contract SubscriptionFeesTest is SubscriptionTest {
    function test_gives_fees_to_the_treasury_alone() public {
        subscribe(plan(1));
        uint256 fee = PRICE - net(PRICE);
        vm.assertEq(manager.accrued(address(registry), address(usdc)), fee, "accrued");
        vm.prank(relayer);
        vm.assertEq(manager.sweepFees(address(registry), address(usdc)), fee - 1, "swept");
        vm.assertEq(usdc.balanceOf(treasury), fee - 1, "treasury");
        vm.assertEq(manager.sweepFees(address(registry), address(usdc)), 0, "once");
    }
}
