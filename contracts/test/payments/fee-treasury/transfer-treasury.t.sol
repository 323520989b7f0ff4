// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IFeeTreasury} from "../../../src/payments/interfaces/IFeeTreasury.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

contract TransferTreasuryTest is PaymentTest {
    function testFuzz_offers_the_role_and_keeps_it(address to) public {
        vm.expectEmit(address(processor));
        emit IFeeTreasury.TreasuryTransferStarted(treasury, to);
        vm.prank(treasury);
        processor.transferTreasury(to);
        vm.assertEq(processor.pendingTreasury(), to, "pending treasury");
        vm.assertEq(processor.treasury(), treasury, "treasury");
    }

    function test_a_later_offer_replaces_an_earlier_one() public {
        vm.prank(treasury);
        processor.transferTreasury(named("first"));
        vm.prank(treasury);
        processor.transferTreasury(named("second"));
        vm.expectRevert(IFeeTreasury.NotPendingTreasury.selector);
        vm.prank(named("first"));
        processor.acceptTreasury();
    }

    function testFuzz_refuses_everyone_but_the_treasury(address caller) public {
        vm.assume(caller != treasury);
        vm.expectRevert(IFeeTreasury.NotTreasury.selector);
        vm.prank(caller);
        processor.transferTreasury(caller);
    }
}
