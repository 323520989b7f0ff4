// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {RegistryTest} from "../../payments/support/RegistryTest.sol";

contract GetTest is RegistryTest {
    function testFuzz_refuses_an_id_that_was_never_given_out(uint256 id) public {
        vm.assume(id != merchantId);
        vm.expectRevert(unknown(id));
        registry.get(id);
    }

    function testFuzz_names_no_owner_of_an_unknown_merchant(uint256 id) public {
        vm.assume(id != merchantId);
        vm.expectRevert(unknown(id));
        registry.ownerOf(id);
    }

    function test_names_the_owner() public view {
        vm.assertEq(registry.ownerOf(merchantId), owner, "owner");
    }
}
