// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/registry/interfaces/IMerchantRegistry.sol";
import {IOperatorRole} from "../../../src/registry/interfaces/IOperatorRole.sol";
import {RegistryTest} from "../../payments/support/RegistryTest.sol";

contract AcceptOperatorTest is RegistryTest {
    address private immutable next = named("next operator");

    function setUp() public override {
        super.setUp();
        vm.prank(operator);
        registry.transferOperator(next);
    }

    function test_hands_over_for_good() public {
        vm.expectEmit(address(registry));
        emit IOperatorRole.OperatorTransferred(operator, next);
        vm.prank(next);
        registry.acceptOperator();
        vm.assertEq(registry.operator(), next, "operator");
        vm.assertEq(registry.pendingOperator(), address(0), "pending operator");

        vm.expectRevert(IOperatorRole.NotOperator.selector);
        vm.prank(operator);
        registry.close(merchantId);
    }

    function testFuzz_refuses_everyone_else(address caller) public {
        vm.assume(caller != next);
        vm.expectRevert(IOperatorRole.NotPendingOperator.selector);
        vm.prank(caller);
        registry.acceptOperator();
    }
}
