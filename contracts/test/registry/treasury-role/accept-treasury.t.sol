// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ITreasuryRole} from "../../../src/registry/interfaces/ITreasuryRole.sol";
import {PaymentTest} from "../../payments/support/PaymentTest.sol";

contract AcceptTreasuryTest is PaymentTest {
    address private immutable successor = named("successor");

    function setUp() public override {
        super.setUp();
        vm.prank(treasury);
        registry.transferTreasury(successor);
    }

    function test_takes_the_role_over() public {
        vm.expectEmit(address(registry));
        emit ITreasuryRole.TreasuryTransferred(treasury, successor);
        vm.prank(successor);
        registry.acceptTreasury();
        vm.assertEq(registry.treasury(), successor, "treasury");
        vm.assertEq(registry.pendingTreasury(), address(0), "pending treasury");
    }

    /// @dev Fees and payments of merchants never mix.
    function test_is_no_merchants_payout_from_then_on() public {
        vm.assertFalse(registry.isReserved(successor), "not yet");
        vm.prank(successor);
        registry.acceptTreasury();
        vm.assertTrue(registry.isReserved(successor), "reserved");
        vm.assertTrue(registry.isReserved(treasury), "the predecessor stays so");
    }

    function test_the_predecessor_can_do_nothing_more() public {
        vm.prank(successor);
        registry.acceptTreasury();
        vm.expectRevert(ITreasuryRole.NotTreasury.selector);
        vm.prank(treasury);
        registry.transferTreasury(address(1));
    }

    function test_voids_what_the_admin_announced() public {
        vm.prank(admin);
        registry.announceTreasury(named("announced"));
        vm.prank(successor);
        registry.acceptTreasury();
        vm.assertEq(registry.announcedTreasury(), address(0), "announced treasury");
        vm.assertEq(registry.announcedTreasuryAcceptableAt(), 0, "acceptable at");
        vm.warp(START + 30 days);
        vm.expectRevert(ITreasuryRole.NotAnnouncedTreasury.selector);
        vm.prank(named("announced"));
        registry.acceptAnnouncedTreasury();
    }

    function testFuzz_refuses_everyone_else(address caller) public {
        vm.assume(caller != successor);
        vm.expectRevert(ITreasuryRole.NotPendingTreasury.selector);
        vm.prank(caller);
        registry.acceptTreasury();
    }

    function test_refuses_a_second_time() public {
        vm.prank(successor);
        registry.acceptTreasury();
        vm.expectRevert(ITreasuryRole.NotPendingTreasury.selector);
        vm.prank(successor);
        registry.acceptTreasury();
    }
}
