// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IFeeTreasury} from "../../../src/payments/interfaces/IFeeTreasury.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

contract VetoTreasuryTest is PaymentTest {
    address private immutable announced = named("announced");

    function setUp() public override {
        super.setUp();
        vm.prank(admin);
        processor.announceTreasury(announced);
    }

    function testFuzz_refuses_the_announced_one_until_it_has_accepted(uint256 wait) public {
        vm.warp(START + between(wait, 0, 30 days));
        vm.expectEmit(address(processor));
        emit IFeeTreasury.TreasuryChangeVetoed(treasury, announced);
        vm.prank(treasury);
        processor.vetoTreasury();
        vm.assertEq(processor.announcedTreasury(), address(0), "announced treasury");
        vm.assertEq(processor.announcedTreasuryAcceptableAt(), 0, "acceptable at");
        vm.warp(START + 60 days);
        vm.expectRevert(IFeeTreasury.NotAnnouncedTreasury.selector);
        vm.prank(announced);
        processor.acceptAnnouncedTreasury();
    }

    function test_says_when_nothing_was_announced() public {
        vm.prank(treasury);
        processor.vetoTreasury();
        vm.expectRevert(IFeeTreasury.NothingAnnounced.selector);
        vm.prank(treasury);
        processor.vetoTreasury();
    }

    function testFuzz_refuses_everyone_but_the_treasury(address caller) public {
        vm.assume(caller != treasury);
        vm.expectRevert(IFeeTreasury.NotTreasury.selector);
        vm.prank(caller);
        processor.vetoTreasury();
    }
}
