// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/payments/interfaces/IMerchantRegistry.sol";
import {IRegistryAdmin} from "../../../src/payments/interfaces/IRegistryAdmin.sol";
import {RegistryTest} from "../support/RegistryTest.sol";

contract RegistryConstructorTest is RegistryTest {
    function test_names_the_operator() public view {
        vm.assertEq(registry.operator(), operator, "operator");
        vm.assertEq(registry.pendingOperator(), address(0), "pending operator");
    }

    function test_names_the_admin_and_what_is_reserved() public view {
        vm.assertEq(registry.admin(), admin, "admin");
        vm.assertTrue(registry.isReserved(address(registry)), "itself");
        vm.assertTrue(registry.isReserved(reserved), "what was given");
        vm.assertFalse(registry.isReserved(payout), "nothing else");
    }

    function test_refuses_the_zero_address() public {
        vm.expectRevert(IRegistryAdmin.ZeroAddress.selector);
        deployRegistry(address(0), admin, reserved);
        vm.expectRevert(IRegistryAdmin.ZeroAddress.selector);
        deployRegistry(operator, address(0), reserved);
        vm.expectRevert(IRegistryAdmin.ZeroAddress.selector);
        deployRegistry(operator, admin, address(0));
    }

    function test_refuses_an_admin_with_the_key_of_the_operator() public {
        vm.expectRevert(IMerchantRegistry.InvalidConfiguration.selector);
        deployRegistry(operator, operator, reserved);
    }
}
