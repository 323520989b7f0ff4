// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/payments/interfaces/IMerchantRegistry.sol";
import {RegistryTest} from "../support/RegistryTest.sol";

contract RegistryConstructorTest is RegistryTest {
    function test_names_the_operator() public view {
        vm.assertEq(registry.operator(), operator, "operator");
        vm.assertEq(registry.pendingOperator(), address(0), "pending operator");
    }

    function test_refuses_the_zero_address() public {
        vm.expectRevert(IMerchantRegistry.ZeroAddress.selector);
        deployRegistry(address(0));
    }
}
