// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/registry/interfaces/IMerchantRegistry.sol";
import {IRegistryAdmin} from "../../../src/registry/interfaces/IRegistryAdmin.sol";
import {RegistryTest} from "../../payments/support/RegistryTest.sol";

contract TransferOwnershipTest is RegistryTest {
    function test_offers_without_handing_over() public {
        vm.expectEmit(address(registry));
        emit IMerchantRegistry.OwnershipTransferStarted(merchantId, owner, named("heir"));
        vm.prank(owner);
        registry.transferOwnership(merchantId, named("heir"));

        IMerchantRegistry.Merchant memory merchant = registry.get(merchantId);
        vm.assertEq(merchant.owner, owner, "owner");
        vm.assertEq(merchant.pendingOwner, named("heir"), "pending owner");
    }

    function test_replaces_an_earlier_offer() public {
        vm.prank(owner);
        registry.transferOwnership(merchantId, named("first heir"));
        vm.prank(owner);
        registry.transferOwnership(merchantId, named("second heir"));

        vm.expectRevert(abi.encodeWithSelector(IMerchantRegistry.NotPendingOwner.selector, merchantId));
        vm.prank(named("first heir"));
        registry.acceptOwnership(merchantId);
    }

    function test_refuses_the_zero_address() public {
        vm.expectRevert(IRegistryAdmin.ZeroAddress.selector);
        vm.prank(owner);
        registry.transferOwnership(merchantId, address(0));
    }

    function testFuzz_refuses_everyone_but_the_owner(address caller) public {
        vm.assume(caller != owner && caller != address(0));
        vm.expectRevert(notOwner(merchantId));
        vm.prank(caller);
        registry.transferOwnership(merchantId, caller);
    }
}
