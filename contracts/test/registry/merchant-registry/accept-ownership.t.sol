// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/registry/interfaces/IMerchantRegistry.sol";
import {RegistryTest} from "../../payments/support/RegistryTest.sol";

contract AcceptOwnershipTest is RegistryTest {
    address private immutable heir = named("heir");

    function setUp() public override {
        super.setUp();
        vm.prank(owner);
        registry.transferOwnership(merchantId, heir);
    }

    function test_hands_over_for_good() public {
        vm.expectEmit(address(registry));
        emit IMerchantRegistry.OwnershipTransferred(merchantId, owner, heir);
        vm.prank(heir);
        registry.acceptOwnership(merchantId);
        vm.assertEq(registry.ownerOf(merchantId), heir, "owner");
        vm.assertEq(registry.get(merchantId).pendingOwner, address(0), "pending owner");

        vm.expectRevert(notOwner(merchantId));
        vm.prank(owner);
        registry.setPayout(merchantId, owner);
    }

    function test_works_once() public {
        vm.prank(heir);
        registry.acceptOwnership(merchantId);
        vm.expectRevert(abi.encodeWithSelector(IMerchantRegistry.NotPendingOwner.selector, merchantId));
        vm.prank(heir);
        registry.acceptOwnership(merchantId);
    }

    function testFuzz_refuses_everyone_else(address caller) public {
        vm.assume(caller != heir);
        vm.expectRevert(abi.encodeWithSelector(IMerchantRegistry.NotPendingOwner.selector, merchantId));
        vm.prank(caller);
        registry.acceptOwnership(merchantId);
    }

    function test_refuses_another_merchant_than_the_offered_one() public {
        uint256 other = register(owner, payout, FEE_BPS);
        vm.expectRevert(abi.encodeWithSelector(IMerchantRegistry.NotPendingOwner.selector, other));
        vm.prank(heir);
        registry.acceptOwnership(other);
    }
}
