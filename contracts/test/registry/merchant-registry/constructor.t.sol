// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/registry/interfaces/IMerchantRegistry.sol";
import {IRegistryAdmin} from "../../../src/registry/interfaces/IRegistryAdmin.sol";
import {RegistryTest} from "../../payments/support/RegistryTest.sol";

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
        vm.assertEq(registry.treasury(), treasury, "treasury");
        vm.assertTrue(registry.isReserved(treasury), "the treasury");
    }

    function test_refuses_the_zero_address() public {
        vm.expectRevert(IRegistryAdmin.ZeroAddress.selector);
        deployRegistry(address(0), treasury, admin, reserved);
        vm.expectRevert(IRegistryAdmin.ZeroAddress.selector);
        deployRegistry(operator, treasury, address(0), reserved);
        vm.expectRevert(IRegistryAdmin.ZeroAddress.selector);
        deployRegistry(operator, address(0), admin, reserved);
        vm.expectRevert(IRegistryAdmin.ZeroAddress.selector);
        deployRegistry(operator, treasury, admin, address(0));
    }

    function test_refuses_an_admin_with_the_key_of_another_role() public {
        vm.expectRevert(IMerchantRegistry.InvalidConfiguration.selector);
        deployRegistry(operator, treasury, operator, reserved);
        vm.expectRevert(IMerchantRegistry.InvalidConfiguration.selector);
        deployRegistry(operator, treasury, treasury, reserved);
    }
}
