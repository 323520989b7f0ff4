// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IFeeTreasury} from "../../../src/payments/interfaces/IFeeTreasury.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

contract AnnounceTreasuryTest is PaymentTest {
    function testFuzz_gives_seven_days_notice(address to) public {
        vm.assume(to != address(0));
        vm.expectEmit(address(processor));
        emit IFeeTreasury.TreasuryChangeAnnounced(treasury, to, START + 7 days);
        vm.prank(admin);
        processor.announceTreasury(to);
        vm.assertEq(processor.announcedTreasury(), to, "announced treasury");
        vm.assertEq(processor.announcedTreasuryAcceptableAt(), START + 7 days, "acceptable at");
        vm.assertEq(processor.treasury(), treasury, "treasury");
    }

    function test_a_later_announcement_starts_the_notice_anew() public {
        vm.prank(admin);
        processor.announceTreasury(named("first"));
        vm.warp(START + 6 days);
        vm.prank(admin);
        processor.announceTreasury(named("second"));
        vm.warp(START + 7 days);
        vm.expectRevert(IFeeTreasury.NotAnnouncedTreasury.selector);
        vm.prank(named("first"));
        processor.acceptAnnouncedTreasury();
        vm.expectRevert(abi.encodeWithSelector(IFeeTreasury.NoticeNotOver.selector, START + 13 days));
        vm.prank(named("second"));
        processor.acceptAnnouncedTreasury();
    }

    function test_refuses_the_zero_address() public {
        vm.expectRevert(IFeeTreasury.ZeroTreasury.selector);
        vm.prank(admin);
        processor.announceTreasury(address(0));
    }

    function testFuzz_refuses_everyone_but_the_admin(address caller) public {
        vm.assume(caller != admin);
        vm.expectRevert(IFeeTreasury.NotAdmin.selector);
        vm.prank(caller);
        processor.announceTreasury(caller);
    }

    function test_refuses_treasury_and_operator() public {
        vm.expectRevert(IFeeTreasury.NotAdmin.selector);
        vm.prank(treasury);
        processor.announceTreasury(relayer);
        vm.expectRevert(IFeeTreasury.NotAdmin.selector);
        vm.prank(operator);
        processor.announceTreasury(relayer);
    }
}
