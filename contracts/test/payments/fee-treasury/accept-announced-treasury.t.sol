// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IFeeTreasury} from "../../../src/payments/interfaces/IFeeTreasury.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

contract AcceptAnnouncedTreasuryTest is PaymentTest {
    address private immutable announced = named("announced");

    function setUp() public override {
        super.setUp();
        vm.prank(admin);
        processor.announceTreasury(announced);
    }

    function testFuzz_takes_over_after_the_notice_and_not_before(uint256 wait) public {
        wait = between(wait, 0, 14 days);
        vm.warp(START + wait);
        if (wait < 7 days) {
            vm.expectRevert(abi.encodeWithSelector(IFeeTreasury.NoticeNotOver.selector, START + 7 days));
        } else {
            vm.expectEmit(address(processor));
            emit IFeeTreasury.TreasuryTransferred(treasury, announced);
        }
        vm.prank(announced);
        processor.acceptAnnouncedTreasury();
        vm.assertEq(processor.treasury(), wait < 7 days ? treasury : announced, "treasury");
    }

    function test_takes_over_at_the_very_end_of_the_notice() public {
        vm.warp(START + 7 days);
        vm.prank(announced);
        processor.acceptAnnouncedTreasury();
        vm.assertEq(processor.announcedTreasury(), address(0), "announced treasury");
    }

    function test_voids_what_the_lost_treasury_offered() public {
        // The finder of the lost key could otherwise take the role back.
        vm.prank(treasury);
        processor.transferTreasury(named("thief"));
        vm.warp(START + 7 days);
        vm.prank(announced);
        processor.acceptAnnouncedTreasury();
        vm.expectRevert(IFeeTreasury.NotPendingTreasury.selector);
        vm.prank(named("thief"));
        processor.acceptTreasury();
    }

    function testFuzz_refuses_everyone_else(address caller) public {
        vm.assume(caller != announced);
        vm.warp(START + 7 days);
        vm.expectRevert(IFeeTreasury.NotAnnouncedTreasury.selector);
        vm.prank(caller);
        processor.acceptAnnouncedTreasury();
    }

    function test_nobody_takes_over_when_nothing_was_announced() public {
        vm.prank(treasury);
        processor.vetoTreasury();
        vm.expectRevert(IFeeTreasury.NotAnnouncedTreasury.selector);
        vm.prank(announced);
        processor.acceptAnnouncedTreasury();
    }
}
