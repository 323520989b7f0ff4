// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IOperatorRole} from "../../../src/registry/interfaces/IOperatorRole.sol";
import {IRegistryAdmin} from "../../../src/registry/interfaces/IRegistryAdmin.sol";
import {RegistryTest} from "../../payments/support/RegistryTest.sol";

contract AnnounceOperatorTest is RegistryTest {
    function testFuzz_gives_seven_days_notice(address to) public {
        vm.assume(to != address(0));
        vm.expectEmit(address(registry));
        emit IOperatorRole.OperatorChangeAnnounced(operator, to, START + 7 days);
        vm.prank(admin);
        registry.announceOperator(to);
        vm.assertEq(registry.announcedOperator(), to, "announced operator");
        vm.assertEq(registry.announcedOperatorAcceptableAt(), START + 7 days, "acceptable at");
        vm.assertEq(registry.operator(), operator, "operator");
    }

    function test_a_later_announcement_starts_the_notice_anew() public {
        vm.prank(admin);
        registry.announceOperator(named("first"));
        vm.warp(START + 6 days);
        vm.prank(admin);
        registry.announceOperator(named("second"));
        vm.warp(START + 7 days);
        vm.expectRevert(IOperatorRole.NotAnnouncedOperator.selector);
        vm.prank(named("first"));
        registry.acceptAnnouncedOperator();
        vm.expectRevert(abi.encodeWithSelector(IRegistryAdmin.NoticeNotOver.selector, START + 13 days));
        vm.prank(named("second"));
        registry.acceptAnnouncedOperator();
    }

    function test_refuses_the_zero_address() public {
        vm.expectRevert(IRegistryAdmin.ZeroAddress.selector);
        vm.prank(admin);
        registry.announceOperator(address(0));
    }

    function testFuzz_refuses_everyone_but_the_admin(address caller) public {
        vm.assume(caller != admin);
        vm.expectRevert(IRegistryAdmin.NotAdmin.selector);
        vm.prank(caller);
        registry.announceOperator(caller);
        vm.expectRevert(IRegistryAdmin.NotAdmin.selector);
        vm.prank(operator);
        registry.announceOperator(caller);
    }
}
