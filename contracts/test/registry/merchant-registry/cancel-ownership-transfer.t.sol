// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/registry/interfaces/IMerchantRegistry.sol";
import {RegistryTest} from "../../payments/support/RegistryTest.sol";

contract CancelOwnershipTransferTest is RegistryTest {
    address private immutable heir = named("heir");

    function setUp() public override {
        super.setUp();
        vm.prank(owner);
        registry.transferOwnership(merchantId, heir);
    }

    function test_withdraws_the_offer() public {
        vm.expectEmit(address(registry));
        emit IMerchantRegistry.OwnershipTransferStarted(merchantId, owner, address(0));
        vm.prank(owner);
        registry.cancelOwnershipTransfer(merchantId);
        vm.assertEq(registry.get(merchantId).pendingOwner, address(0), "pending owner");

        vm.expectRevert(abi.encodeWithSelector(IMerchantRegistry.NotPendingOwner.selector, merchantId));
        vm.prank(heir);
        registry.acceptOwnership(merchantId);
    }

    function testFuzz_refuses_everyone_but_the_owner(address caller) public {
        vm.assume(caller != owner && caller != address(0));
        vm.expectRevert(notOwner(merchantId));
        vm.prank(caller);
        registry.cancelOwnershipTransfer(merchantId);
    }
}
