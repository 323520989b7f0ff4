// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IFeeTreasury} from "../../src/payments/interfaces/IFeeTreasury.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";

/// @dev The treasury's rules are the processor's, and tried there.
contract SubscriptionFeesTest is SubscriptionTest {
    function test_gives_fees_to_the_treasury_alone() public {
        subscribe(plan(1));
        uint256 fee = PRICE - net(PRICE);
        _refused(
            operator,
            abi.encodeCall(IFeeTreasury.sweepFees, (address(usdc), fee)),
            err(IFeeTreasury.NotTreasury.selector)
        );
        vm.prank(treasury);
        vm.assertEq(manager.sweepFees(address(usdc), fee), fee - 1, "swept");
        vm.assertEq(usdc.balanceOf(treasury), fee - 1, "treasury");
    }

    function test_gives_back_what_was_sent_by_mistake() public {
        mint(usdc, address(manager), 7);
        vm.prank(treasury);
        manager.recoverStray(address(usdc), relayer, 7);
        vm.assertEq(usdc.balanceOf(relayer), 7, "back");
    }

    function test_hands_the_treasury_over_in_two_steps() public {
        vm.prank(treasury);
        manager.transferTreasury(relayer);
        vm.assertEq(manager.treasury(), treasury, "not yet");
        vm.prank(relayer);
        manager.acceptTreasury();
        vm.assertEq(manager.treasury(), relayer, "accepted");
        vm.assertEq(processor.treasury(), treasury, "the processor's is its own");
    }
}
