// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRegistryAdmin} from "../../../src/registry/interfaces/IRegistryAdmin.sol";
import {ITreasuryRole} from "../../../src/registry/interfaces/ITreasuryRole.sol";
import {PaymentTest} from "../../payments/support/PaymentTest.sol";

contract AnnounceTreasuryTest is PaymentTest {
    function testFuzz_gives_seven_days_notice(address to) public {
        vm.assume(to != address(0));
        vm.expectEmit(address(registry));
        emit ITreasuryRole.TreasuryChangeAnnounced(treasury, to, START + 7 days);
        vm.prank(admin);
        registry.announceTreasury(to);
        vm.assertEq(registry.announcedTreasury(), to, "announced treasury");
        vm.assertEq(registry.announcedTreasuryAcceptableAt(), START + 7 days, "acceptable at");
        vm.assertEq(registry.treasury(), treasury, "treasury");
    }

    function test_a_later_announcement_starts_the_notice_anew() public {
        vm.prank(admin);
        registry.announceTreasury(named("first"));
        vm.warp(START + 6 days);
        vm.prank(admin);
        registry.announceTreasury(named("second"));
        vm.warp(START + 7 days);
        vm.expectRevert(ITreasuryRole.NotAnnouncedTreasury.selector);
        vm.prank(named("first"));
        registry.acceptAnnouncedTreasury();
        vm.expectRevert(abi.encodeWithSelector(IRegistryAdmin.NoticeNotOver.selector, START + 13 days));
        vm.prank(named("second"));
        registry.acceptAnnouncedTreasury();
    }

    function test_refuses_the_zero_address() public {
        vm.expectRevert(IRegistryAdmin.ZeroAddress.selector);
        vm.prank(admin);
        registry.announceTreasury(address(0));
    }

    function testFuzz_refuses_everyone_but_the_admin(address caller) public {
        vm.assume(caller != admin);
        vm.expectRevert(IRegistryAdmin.NotAdmin.selector);
        vm.prank(caller);
        registry.announceTreasury(caller);
    }

    function test_refuses_treasury_and_operator() public {
        vm.expectRevert(IRegistryAdmin.NotAdmin.selector);
        vm.prank(treasury);
        registry.announceTreasury(relayer);
        vm.expectRevert(IRegistryAdmin.NotAdmin.selector);
        vm.prank(operator);
        registry.announceTreasury(relayer);
    }
}
