// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRegistryAdmin} from "../../../src/registry/interfaces/IRegistryAdmin.sol";
import {IReservedPayouts} from "../../../src/registry/interfaces/IReservedPayouts.sol";
import {RegistryTest} from "../../payments/support/RegistryTest.sol";

contract ReserveTest is RegistryTest {
    address private immutable escrow = named("escrow");

    function test_refuses_the_address_as_a_payout_from_then_on() public {
        vm.expectEmit(address(registry));
        emit IReservedPayouts.PayoutReserved(escrow);
        vm.prank(admin);
        registry.reserve(escrow);
        vm.assertTrue(registry.isReserved(escrow), "reserved");
        vm.expectRevert(abi.encodeWithSelector(IReservedPayouts.ReservedPayout.selector, escrow));
        vm.prank(owner);
        registry.setPayout(merchantId, escrow);
    }

    function test_leaves_a_payout_of_before_where_it_is() public {
        vm.prank(admin);
        registry.reserve(payout);
        vm.assertEq(registry.get(merchantId).payout, payout, "payout");
        vm.assertTrue(isPayable(merchantId), "payable");
    }

    function test_tells_of_an_address_once() public {
        vm.prank(admin);
        registry.reserve(escrow);
        vm.recordLogs();
        vm.prank(admin);
        registry.reserve(escrow);
        vm.assertEq(vm.getRecordedLogs().length, 0, "events");
        vm.assertTrue(registry.isReserved(escrow), "reserved");
    }

    function test_refuses_the_zero_address() public {
        vm.expectRevert(IRegistryAdmin.ZeroAddress.selector);
        vm.prank(admin);
        registry.reserve(address(0));
    }

    function testFuzz_refuses_everyone_but_the_admin(address caller) public {
        vm.assume(caller != admin);
        vm.expectRevert(IRegistryAdmin.NotAdmin.selector);
        vm.prank(caller);
        registry.reserve(escrow);
        vm.expectRevert(IRegistryAdmin.NotAdmin.selector);
        vm.prank(operator);
        registry.reserve(escrow);
    }
}
