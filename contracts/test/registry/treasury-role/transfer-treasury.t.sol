// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ITreasuryRole} from "../../../src/registry/interfaces/ITreasuryRole.sol";
import {PaymentTest} from "../../payments/support/PaymentTest.sol";

contract TransferTreasuryTest is PaymentTest {
    function testFuzz_offers_the_role_and_keeps_it(address to) public {
        vm.expectEmit(address(registry));
        emit ITreasuryRole.TreasuryTransferStarted(treasury, to);
        vm.prank(treasury);
        registry.transferTreasury(to);
        vm.assertEq(registry.pendingTreasury(), to, "pending treasury");
        vm.assertEq(registry.treasury(), treasury, "treasury");
    }

    function test_a_later_offer_replaces_an_earlier_one() public {
        vm.prank(treasury);
        registry.transferTreasury(named("first"));
        vm.prank(treasury);
        registry.transferTreasury(named("second"));
        vm.expectRevert(ITreasuryRole.NotPendingTreasury.selector);
        vm.prank(named("first"));
        registry.acceptTreasury();
    }

    function testFuzz_refuses_everyone_but_the_treasury(address caller) public {
        vm.assume(caller != treasury);
        vm.expectRevert(ITreasuryRole.NotTreasury.selector);
        vm.prank(caller);
        registry.transferTreasury(caller);
    }
}
