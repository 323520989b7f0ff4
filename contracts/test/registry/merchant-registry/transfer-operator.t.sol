// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/registry/interfaces/IMerchantRegistry.sol";
import {IOperatorRole} from "../../../src/registry/interfaces/IOperatorRole.sol";
import {RegistryTest} from "../../payments/support/RegistryTest.sol";

contract TransferOperatorTest is RegistryTest {
    function test_offers_without_handing_over() public {
        vm.expectEmit(address(registry));
        emit IOperatorRole.OperatorTransferStarted(operator, named("next operator"));
        vm.prank(operator);
        registry.transferOperator(named("next operator"));
        vm.assertEq(registry.operator(), operator, "operator");
        vm.assertEq(registry.pendingOperator(), named("next operator"), "pending operator");
    }

    function test_withdraws_the_offer_with_the_zero_address() public {
        vm.prank(operator);
        registry.transferOperator(named("next operator"));
        vm.prank(operator);
        registry.transferOperator(address(0));

        vm.expectRevert(IOperatorRole.NotPendingOperator.selector);
        vm.prank(named("next operator"));
        registry.acceptOperator();
    }

    function testFuzz_refuses_everyone_but_the_operator(address caller) public {
        vm.assume(caller != operator);
        vm.expectRevert(IOperatorRole.NotOperator.selector);
        vm.prank(caller);
        registry.transferOperator(caller);
    }
}
