// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IFeeTreasury} from "../../../src/payments/interfaces/IFeeTreasury.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

contract AcceptTreasuryTest is PaymentTest {
    address private immutable successor = named("successor");

    function setUp() public override {
        super.setUp();
        vm.prank(treasury);
        processor.transferTreasury(successor);
    }

    function test_takes_the_role_over() public {
        vm.expectEmit(address(processor));
        emit IFeeTreasury.TreasuryTransferred(treasury, successor);
        vm.prank(successor);
        processor.acceptTreasury();
        vm.assertEq(processor.treasury(), successor, "treasury");
        vm.assertEq(processor.pendingTreasury(), address(0), "pending treasury");
    }

    function test_the_predecessor_can_do_nothing_more() public {
        vm.prank(successor);
        processor.acceptTreasury();
        vm.expectRevert(IFeeTreasury.NotTreasury.selector);
        vm.prank(treasury);
        processor.sweepFees(address(usdc), 1);
    }

    function test_voids_what_the_admin_announced() public {
        vm.prank(admin);
        processor.announceTreasury(named("announced"));
        vm.prank(successor);
        processor.acceptTreasury();
        vm.assertEq(processor.announcedTreasury(), address(0), "announced treasury");
        vm.assertEq(processor.announcedTreasuryAcceptableAt(), 0, "acceptable at");
        vm.warp(START + 30 days);
        vm.expectRevert(IFeeTreasury.NotAnnouncedTreasury.selector);
        vm.prank(named("announced"));
        processor.acceptAnnouncedTreasury();
    }

    function testFuzz_refuses_everyone_else(address caller) public {
        vm.assume(caller != successor);
        vm.expectRevert(IFeeTreasury.NotPendingTreasury.selector);
        vm.prank(caller);
        processor.acceptTreasury();
    }

    function test_refuses_a_second_time() public {
        vm.prank(successor);
        processor.acceptTreasury();
        vm.expectRevert(IFeeTreasury.NotPendingTreasury.selector);
        vm.prank(successor);
        processor.acceptTreasury();
    }
}
