// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRegistryAdmin} from "../../../src/registry/interfaces/IRegistryAdmin.sol";
import {ITreasuryRole} from "../../../src/registry/interfaces/ITreasuryRole.sol";
import {PaymentTest} from "../../payments/support/PaymentTest.sol";

contract VetoTreasuryTest is PaymentTest {
    address private immutable announced = named("announced");

    function setUp() public override {
        super.setUp();
        vm.prank(admin);
        registry.announceTreasury(announced);
    }

    function testFuzz_refuses_the_announced_one_until_it_has_accepted(uint256 wait) public {
        vm.warp(START + between(wait, 0, 30 days));
        vm.expectEmit(address(registry));
        emit ITreasuryRole.TreasuryChangeVetoed(treasury, announced);
        vm.prank(treasury);
        registry.vetoTreasury();
        vm.assertEq(registry.announcedTreasury(), address(0), "announced treasury");
        vm.assertEq(registry.announcedTreasuryAcceptableAt(), 0, "acceptable at");
        vm.warp(START + 60 days);
        vm.expectRevert(ITreasuryRole.NotAnnouncedTreasury.selector);
        vm.prank(announced);
        registry.acceptAnnouncedTreasury();
    }

    function test_says_when_nothing_was_announced() public {
        vm.prank(treasury);
        registry.vetoTreasury();
        vm.expectRevert(IRegistryAdmin.NothingAnnounced.selector);
        vm.prank(treasury);
        registry.vetoTreasury();
    }

    function testFuzz_refuses_everyone_but_the_treasury(address caller) public {
        vm.assume(caller != treasury);
        vm.expectRevert(ITreasuryRole.NotTreasury.selector);
        vm.prank(caller);
        registry.vetoTreasury();
    }
}
